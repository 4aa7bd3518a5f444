/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * init.c - /init of the emulated machine: runs one program, relays what it prints, says how it ended, and ends Bochs.
 *
 * /job says what to run: records ended by NUL, whose first byte is their kind (E: an environment variable, D: the
 * working directory, N: a nonce, which tells our markers from what the program prints, A: the program's path and its
 * arguments). Output goes to Bochs' ports directly: Debian's cloud kernel has no /dev/port, and the serial line is
 * slow.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/io.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    BOCHS_PRINT = 0xe9,      /* Bochs writes each byte to its standard output ... */
    BOCHS_SHUTDOWN = 0x8900, /* ... and ends when this port has been given the word "Shutdown" */
    MAX_ARGUMENTS = 255,
};

/* struct job is what /job says. The texts lie in `text`. */
struct job {
    char text[1 << 16];
    const char *nonce, *folder;
    char *arguments[MAX_ARGUMENTS + 1]; /* ended by NULL */
};

static void print_bytes(const char *bytes, size_t len)
{
    __asm__ volatile("rep outsb" : "+S"(bytes), "+c"(len) : "d"(BOCHS_PRINT) : "memory");
}

__attribute__((format(printf, 1, 2))) static void print(const char *format, ...)
{
    char text[256];
    va_list arguments;

    va_start(arguments, format);
    const int len = vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    print_bytes(text, (size_t)len < sizeof(text) ? (size_t)len : sizeof(text) - 1);
}

/* shut_down ends the machine. */
static _Noreturn void shut_down(void)
{
    for (const char *p = "Shutdown"; *p != '\0'; p++)
        outb((unsigned char)*p, BOCHS_SHUTDOWN);
    reboot(RB_POWER_OFF);
    for (;;)
        pause();
}

/* fail ends the machine without a status, which the host takes for a failure of the machine. */
static _Noreturn void fail(const char *what)
{
    print("init: %s: %s\n", what, strerror(errno));
    shut_down();
}

static void mount_all(void)
{
    static const char *const names[][2] = {{"devtmpfs", "/dev"}, {"proc", "/proc"}, {"sysfs", "/sys"}};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (mount(names[i][0], names[i][1], names[i][0], 0, NULL) != 0)
            fail(names[i][1]);
    }
}

static void read_job(struct job *job)
{
    const int file = open("/job", O_RDONLY);
    const ssize_t len = file < 0 ? -1 : read(file, job->text, sizeof(job->text) - 1);
    size_t arguments = 0;

    if (len < 0)
        fail("/job");
    close(file);
    for (char *p = job->text; p < job->text + len; p += strlen(p) + 1) {
        if (*p == 'E')
            putenv(p + 1);
        else if (*p == 'D')
            job->folder = p + 1;
        else if (*p == 'N')
            job->nonce = p + 1;
        else if (*p == 'A' && arguments < MAX_ARGUMENTS)
            job->arguments[arguments++] = p + 1;
    }
    if (arguments == 0 || job->nonce == NULL || job->folder == NULL)
        fail("/job is incomplete");
}

/* run_program becomes the program, which writes to `output`. */
static _Noreturn void run_program(const struct job *job, int output)
{
    const int input = open("/dev/null", O_RDONLY);

    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    for (int i = STDERR_FILENO + 1; i < 16; i++)
        close(i);
    iopl(0);
    setsid();
    if (chdir(job->folder) != 0)
        perror(job->folder);
    execv(job->arguments[0], job->arguments);
    perror(job->arguments[0]);
    _exit(127);
}

int main(void)
{
    static struct job job;
    static char buffer[1 << 16];
    int ends[2], status = 0;
    ssize_t len;

    if (iopl(3) != 0)
        return 1;
    clearenv();
    setenv("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", 1);
    setenv("HOME", "/root", 1);
    mount_all();
    read_job(&job);
    if (pipe(ends) != 0)
        fail("pipe");
    print("\n@@BEGIN %s@@\n", job.nonce);
    const pid_t program = fork();
    if (program == 0)
        run_program(&job, ends[1]);
    if (program < 0)
        fail("fork");
    close(ends[1]);
    while ((len = read(ends[0], buffer, sizeof(buffer))) > 0)
        print_bytes(buffer, (size_t)len);
    while (waitpid(program, &status, 0) < 0 && errno == EINTR)
        continue;
    status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    print("\n@@END %s %d@@\n", job.nonce, status);
    shut_down();
}
