#include "textflag.h"

// The vector twin of sumRowsPlainly.

// func sumRowsAVX2(units *[64]int16, rows *[NumPlacements][64]int8, placements []uint16, sums []int32)
TEXT ·sumRowsAVX2(SB), NOSPLIT, $0-64
	MOVQ units+0(FP), SI
	MOVQ rows+8(FP), DX
	MOVQ placements_base+16(FP), BX
	MOVQ placements_len+24(FP), CX
	MOVQ sums_base+40(FP), DI
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VMOVDQU 64(SI), Y2
	VMOVDQU 96(SI), Y3
	TESTQ CX, CX
	JZ   done

placement:
	MOVWLZX (BX), AX
	SHLQ $6, AX // a row has 64 bytes
	VPMOVSXBW (DX)(AX*1), Y4
	VPMOVSXBW 16(DX)(AX*1), Y5
	VPMOVSXBW 32(DX)(AX*1), Y6
	VPMOVSXBW 48(DX)(AX*1), Y7
	VPMADDWD Y0, Y4, Y4
	VPMADDWD Y1, Y5, Y5
	VPMADDWD Y2, Y6, Y6
	VPMADDWD Y3, Y7, Y7
	VPADDD Y5, Y4, Y4
	VPADDD Y7, Y6, Y6
	VPADDD Y6, Y4, Y4
	VEXTRACTI128 $1, Y4, X5
	VPADDD X5, X4, X4
	VPSHUFD $0x4e, X4, X5
	VPADDD X5, X4, X4
	VPSHUFD $0xb1, X4, X5
	VPADDD X5, X4, X4
	VMOVD X4, (DI)
	ADDQ $2, BX
	ADDQ $4, DI
	DECQ CX
	JNZ  placement

done:
	VZEROUPPER
	RET
