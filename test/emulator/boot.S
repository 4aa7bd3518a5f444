/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * boot.S - the firmware of the emulated machine: a ROM of 64 KiB in the place of the PC BIOS, which does nothing but
 * start Linux.
 *
 * It reads one flat image (the kernel as flatten.py lays it out, then the initramfs) from the first ATA disk, maps the
 * first GiB to itself, and enters the kernel by the 64-bit boot protocol (Linux, Documentation/arch/x86/boot.rst:
 * startup_64, with RSI = struct boot_params). No BIOS services, no ACPI, no boot loader, and no kernel that unpacks
 * itself: the way through the BIOS and isolinux took 36 seconds, this one takes 2.
 *
 * Symbols from the command line: KERNEL_SECTORS and INITRD_SECTORS (of 512 bytes), INITRD_LEN (bytes), INITRD_AT
 * (address), MEMORY_END (bytes of RAM), ENTRY (address of startup_64). File: command_line, ended by NUL.
 */
        .set BOOT_PARAMS, 0x10000       /* struct boot_params, 4096 bytes */
        .set COMMAND_LINE, 0x11000      /* right after it, at most 4096 bytes */
        .set PAGE_TABLES, 0x12000       /* PML4, PDPT, PD, 4096 bytes each */
        .set KERNEL_AT, 0x1000000       /* as in flatten.py */
        .set ROM, 0xf0000               /* where the CPU sees this ROM below 1 MiB */
        .set STACK_END, 0x9000
        .set CODE32, 0x08               /* selectors of gdt */
        .set CODE64, 0x10
        .set DATA, 0x18
        .set ATA_DATA, 0x1f0            /* ports of the first ATA disk */
        .set ATA_SECTORS, 0x1f2         /* then three bytes of the address; the fourth holds 0xe0 for LBA */
        .set ATA_STATUS, 0x1f7
        .set BOCHS_PRINT, 0xe9          /* Bochs prints what is written to this port, and ends when 0x8900 */
        .set BOCHS_SHUTDOWN, 0x8900     /* has been given the word "Shutdown" */

        .code16
        .section .text
        .globl _start
_start:
rom:
        /* The template of struct boot_params; the name of each field stands beside it. */
        .org 0x1e8
        .byte 3                         /* e820_entries */
        .org 0x1f1
        .byte 4                         /* setup_sects */
        .org 0x1fe
        .word 0xaa55                    /* boot_flag */
        .org 0x202
        .ascii "HdrS"                   /* header */
        .word 0x20f                     /* version */
        .org 0x210
        .byte 0xff, 1                   /* type_of_loader: unknown; loadflags: LOADED_HIGH */
        .org 0x218
        .long INITRD_AT, INITRD_LEN     /* ramdisk_image, ramdisk_size */
        .org 0x228
        .long COMMAND_LINE              /* cmd_line_ptr */
        .long 0x7fffffff                /* initrd_addr_max */
        .long 0x200000                  /* kernel_alignment */
        .org 0x238
        .long 2047                      /* cmdline_size */
        .org 0x2d0                      /* e820_table: address, length, type (1: RAM, 2: reserved) */
        .quad 0, 0x9fc00
        .long 1
        .quad ROM, 0x10000
        .long 2
        .quad 0x100000, MEMORY_END - 0x100000
        .long 1
        .org 0x1000
        .incbin "command_line"
        .org 0x2000

start16:
        cli
        cld
        lgdtl %cs:(gdt_pointer - rom)
        movl %cr0, %eax
        orb $1, %al                     /* PE */
        movl %eax, %cr0
        ljmpl $CODE32, $(ROM + start32 - rom)
        .p2align 3
gdt:    .quad 0
        .quad 0x00cf9b000000ffff        /* CODE32 */
        .quad 0x00af9b000000ffff        /* CODE64 */
        .quad 0x00cf93000000ffff        /* DATA */
gdt_pointer:
        .word . - gdt - 1
        .long ROM + gdt - rom

        .code32
start32:
        movw $DATA, %ax
        movw %ax, %ds
        movw %ax, %es
        movw %ax, %ss
        movl $STACK_END, %esp
        movl $KERNEL_AT, %edi
        xorl %ebx, %ebx                 /* the first sector */
        movl $KERNEL_SECTORS, %ebp
        call read_disk
        movl $INITRD_AT, %edi
        movl $INITRD_SECTORS, %ebp
        call read_disk
        movl $ROM, %esi                 /* struct boot_params and the command line, out of the ROM */
        movl $BOOT_PARAMS, %edi
        movl $(0x2000 / 4), %ecx
        rep movsl
        movl $PAGE_TABLES, %edi         /* the first GiB in pages of 2 MiB, each at its own address */
        movl $(0x2000 / 4), %ecx
        xorl %eax, %eax
        rep stosl
        movl $(PAGE_TABLES + 0x1000 + 3), PAGE_TABLES
        movl $(PAGE_TABLES + 0x2000 + 3), PAGE_TABLES + 0x1000
        movl $0x83, %eax                /* present, writable, large */
1:      stosl
        movl $0, (%edi)
        addl $4, %edi
        addl $0x200000, %eax
        cmpl $0x40000083, %eax
        jne 1b
        movl $0x20, %eax                /* PAE */
        movl %eax, %cr4
        movl $PAGE_TABLES, %eax
        movl %eax, %cr3
        movl $0xc0000080, %ecx          /* EFER: LME */
        movl $0x100, %eax
        xorl %edx, %edx
        wrmsr
        movl $0x80000011, %eax          /* PG, ET, PE */
        movl %eax, %cr0
        ljmpl $CODE64, $(ROM + start64 - rom)

        /* read_disk reads EBP sectors from sector EBX on to EDI, 256 at a time; all three advance. */
read_disk:
        testl %ebp, %ebp
        jz 9f
        movl $256, %ecx
        cmpl %ecx, %ebp
        jae 1f
        movl %ebp, %ecx
1:      subl %ecx, %ebp
        movl %ecx, %esi
        movw $ATA_SECTORS, %dx
        movb %cl, %al                   /* 256 is written as 0 */
        outb %al, %dx
        incl %edx
        movl %ebx, %eax
        outb %al, %dx
        incl %edx
        shrl $8, %eax
        outb %al, %dx
        incl %edx
        shrl $8, %eax
        outb %al, %dx
        incl %edx
        shrl $8, %eax
        andb $0x0f, %al
        orb $0xe0, %al
        outb %al, %dx
        incl %edx
        movb $0x20, %al                 /* READ SECTORS */
        outb %al, %dx
        addl %esi, %ebx
2:      movw $ATA_STATUS, %dx
3:      inb %dx, %al
        testb $0x80, %al                /* BSY */
        jnz 3b
        testb $0x21, %al                /* DF, ERR */
        jnz fail
        testb $8, %al                   /* DRQ */
        jz 3b
        movw $ATA_DATA, %dx
        movl $128, %ecx
        rep insl
        decl %esi
        jnz 2b
        jmp read_disk
9:      ret

fail:   movl $(ROM + message - rom), %esi
        movw $BOCHS_PRINT, %dx
        movl $(shutdown - message), %ecx
        rep outsb
        movw $BOCHS_SHUTDOWN, %dx
        movl $8, %ecx
        rep outsb
        hlt
message:
        .ascii "boot.S: the disk cannot be read\n"
shutdown:
        .ascii "Shutdown"

        .code64
start64:
        movl $DATA, %eax
        movl %eax, %ds
        movl %eax, %es
        movl %eax, %ss
        movl $BOOT_PARAMS, %esi
        movl $ENTRY, %eax
        jmp *%rax

        .code16
        .org 0xfff0                     /* where the CPU begins */
        jmp start16
        .org 0x10000
