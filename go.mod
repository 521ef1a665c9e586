module cathedral

go 1.26
