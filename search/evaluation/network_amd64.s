#include "go_asm.h"
#include "textflag.h"

// The vector twins of addRowsPlainly and outputPlainly.

// A row has 128 bytes, and so have the weights of a pair of inputs of the second layer.
#define ROW_SHIFT $7
#define ROW_BYTES $128

// func addRowsAVX2(sums, before *hiddenSums, rows *[NumInputs]hiddenSums, come, gone []uint16)
TEXT ·addRowsAVX2(SB), NOSPLIT, $0-72
	MOVQ before+8(FP), SI
	MOVQ rows+16(FP), DX
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VMOVDQU 64(SI), Y2
	VMOVDQU 96(SI), Y3
	MOVQ come_base+24(FP), BX
	MOVQ come_len+32(FP), CX
	TESTQ CX, CX
	JZ   gone

add:
	MOVWLZX (BX), AX
	SHLQ ROW_SHIFT, AX
	VPADDQ (DX)(AX*1), Y0, Y0
	VPADDQ 32(DX)(AX*1), Y1, Y1
	VPADDQ 64(DX)(AX*1), Y2, Y2
	VPADDQ 96(DX)(AX*1), Y3, Y3
	ADDQ $2, BX
	DECQ CX
	JNZ  add

gone:
	MOVQ gone_base+48(FP), BX
	MOVQ gone_len+56(FP), CX
	TESTQ CX, CX
	JZ   done

subtract:
	MOVWLZX (BX), AX
	SHLQ ROW_SHIFT, AX
	VPSUBQ (DX)(AX*1), Y0, Y0
	VPSUBQ 32(DX)(AX*1), Y1, Y1
	VPSUBQ 64(DX)(AX*1), Y2, Y2
	VPSUBQ 96(DX)(AX*1), Y3, Y3
	ADDQ $2, BX
	DECQ CX
	JNZ  subtract

done:
	MOVQ sums+0(FP), DI
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	VZEROUPPER
	RET

// UNITS computes 16 units of the first layer from the sums at offset of half, stores them
// at offset of DI, adds their products with the weights at offset of DX to Y7, and puts a
// bit for each pair that is zero on top of the bits of R8.
#define UNITS(half, offset) \
	VPADDQ offset(half), Y8, Y0; \
	VPXOR Y8, Y0, Y0; \
	VPMAXSW Y9, Y0, Y0; \
	VPMINSW Y10, Y0, Y0; \
	VMOVDQU Y0, offset(DI); \
	VPMADDWD offset(DX), Y0, Y1; \
	VPADDD Y1, Y7, Y7; \
	VPCMPEQD Y9, Y0, Y0; \
	VMOVMSKPS Y0, AX; \
	SHLQ $56, AX; \
	SHRQ $8, R8; \
	ORQ AX, R8

// HALF does so for half the first layer, and moves on to the other half.
#define HALF(half) \
	UNITS(half, 0); \
	UNITS(half, 32); \
	UNITS(half, 64); \
	UNITS(half, 96); \
	ADDQ ROW_BYTES, DI; \
	ADDQ ROW_BYTES, DX

// PAIR adds the products of the pair of inputs in all of Y4 and the weights at R9 to the
// sums of the second layer in Y0 to Y3.
#define PAIR(weights) \
	VPMADDWD (weights), Y4, Y5; \
	VPADDD Y5, Y0, Y0; \
	VPMADDWD 32(weights), Y4, Y6; \
	VPADDD Y6, Y1, Y1; \
	VPMADDWD 64(weights), Y4, Y5; \
	VPADDD Y5, Y2, Y2; \
	VPMADDWD 96(weights), Y4, Y6; \
	VPADDD Y6, Y3, Y3

// BROADCAST sets all words of a register to a number.
#define BROADCAST(number, X, Y) \
	MOVQ number, AX; \
	VMOVQ AX, X; \
	VPBROADCASTW X, Y

// func outputAVX2(moving, waiting *hiddenSums, movingCounts, waitingCounts *Counts,
//	pairs *secondPairs, bias *[Second]int32, direct *[2 * Hidden]int16, output *[Second]int16) int32
TEXT ·outputAVX2(SB), NOSPLIT, $256-68
	MOVQ moving+0(FP), SI
	MOVQ waiting+8(FP), BX
	MOVQ direct+48(FP), DX
	LEAQ units-256(SP), DI
	BROADCAST($0x8000, X8, Y8) // laneBias
	VPXOR Y9, Y9, Y9
	BROADCAST($const_hiddenLimit, X10, Y10)
	VPXOR Y7, Y7, Y7
	HALF(SI)
	HALF(BX)
	NOTQ R8

	LEAQ units-256(SP), DI
	MOVQ pairs+32(FP), R9
	MOVQ bias+40(FP), DX
	VMOVDQU (DX), Y0
	VMOVDQU 32(DX), Y1
	VMOVDQU 64(DX), Y2
	VMOVDQU 96(DX), Y3
	TESTQ R8, R8
	JZ   counts

pair:
	BSFQ R8, AX // a pair that is not zero
	LEAQ -1(R8), CX
	VPBROADCASTD (DI)(AX*4), Y4
	SHLQ ROW_SHIFT, AX
	ADDQ R9, AX
	PAIR(AX)
	ANDQ CX, R8
	JNZ  pair

counts:
	ADDQ $(const_Hidden*128), R9 // the weights of the units
	MOVQ movingCounts+16(FP), SI
	MOVQ waitingCounts+24(FP), BX
	MOVQ $const_numFeatures, CX

count:
	VPBROADCASTD (SI), Y4
	VPBROADCASTD (BX), Y5
	VPSLLD $16, Y5, Y5
	VPBLENDW $0xaa, Y5, Y4, Y4
	PAIR(R9)
	ADDQ $4, SI
	ADDQ $4, BX
	ADDQ ROW_BYTES, R9
	DECQ CX
	JNZ  count

	// Y0 and Y1 become the 32 units of the second layer.
	VPSRAD $const_secondShift, Y0, Y0
	VPSRAD $const_secondShift, Y1, Y1
	VPSRAD $const_secondShift, Y2, Y2
	VPSRAD $const_secondShift, Y3, Y3
	VPACKSSDW Y1, Y0, Y0
	VPACKSSDW Y3, Y2, Y1
	VPERMQ $0xd8, Y0, Y0
	VPERMQ $0xd8, Y1, Y1
	BROADCAST($const_secondLimit, X10, Y10)
	VPMAXSW Y9, Y0, Y0
	VPMAXSW Y9, Y1, Y1
	VPMINSW Y10, Y0, Y0
	VPMINSW Y10, Y1, Y1
	MOVQ output+56(FP), DX
	VPMADDWD (DX), Y0, Y0
	VPMADDWD 32(DX), Y1, Y1
	VPADDD Y0, Y7, Y7
	VPADDD Y1, Y7, Y7

	VEXTRACTI128 $1, Y7, X0
	VPADDD X7, X0, X0
	VPSHUFD $0x4e, X0, X1
	VPADDD X1, X0, X0
	VPSHUFD $0xb1, X0, X1
	VPADDD X1, X0, X0
	VMOVD X0, AX
	MOVL AX, ret+64(FP)
	VZEROUPPER
	RET
