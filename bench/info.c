/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * info.c - the command `info`: this CPU, the kernels, and whether OpenSSL uses aeswide, with the reason if not.
 */
#include <openssl/core_names.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "errors.h"
#include "libcrypto.h"
#include "machine.h"
#include "options.h"

static const char help[] =
    "usage: aeswide-bench info [OPTION...]\n"
    "Shows this CPU and what it offers, a verdict on each kernel with its reason, the libcrypto, and whether that one\n"
    "finds aeswide, loads it, prefers it when asked, and takes AES from it with the configuration that programs use\n"
    "now. The exit status is 0 whatever it finds.\n"
    "  --modules DIR      where the providers lie (default: where libcrypto looks); not for the last question\n"
    "  --libcrypto PATH   the library to ask (default libcrypto.so.3, else libcrypto.so.4)\n"
    "  --help             this text\n";

enum { REASON_LEN = 512 };

static const char cipher_name[] = "AES-256-GCM"; /* that is asked for; one stands for all */

/* print_cpu shows the CPU and its features, one bit after the other. */
static void print_cpu(const struct cpu *cpu)
{
    const uint64_t features = cpu_features(cpu);
    char name[96];

    machine_cpu(name, sizeof(name));
    printf("CPU        %s, %zu CPUs for this process\nfeatures  ", name, machine_cpus());
    for (uint64_t bit = CPU_SSE2; bit <= CPU_AVX512DQ; bit <<= 1) {
        if ((features & bit) != 0)
            printf(" %s", cpu_feature_name(bit));
    }
    printf("%s\n", features == 0 ? " none that a kernel asks for" : "");
    if (cpu_slows_at_512(cpu))
        printf("           512-bit vectors lower the clock of this CPU\n");
    if (getenv("OPENSSL_ia32cap") != NULL)
        printf("           less what OPENSSL_ia32cap=%s masks\n", getenv("OPENSSL_ia32cap"));
}

/* print_kernels shows the verdict on each kernel of this build. */
static void print_kernels(void)
{
    const struct aes_kernel *const *kernels = kernels_all();
    const char *request = getenv("AESWIDE_KERNEL");
    struct kernel_choice choice;
    struct cpu cpu;

    machine_choose(&choice, &cpu, request);
    print_cpu(&cpu);
    if (request != NULL && *request != '\0')
        printf("request    AESWIDE_KERNEL=%s\n", request);
    if (choice.kernel == NULL)
        printf("           %s\n", choice.error);
    for (size_t i = 0; kernels[i] != NULL; i++) {
        char verdict[160];

        kernel_describe(verdict, sizeof(verdict), &choice, i);
        printf("kernel     %-10s %s (%s)\n", kernels[i]->name, verdict, kernels[i]->summary);
    }
}

/* print_parameter shows a text that a provider tells about itself. */
static void print_parameter(const struct libcrypto *lib, const OSSL_PROVIDER *provider, const char *key)
{
    const char *text = NULL;
    OSSL_PARAM request[] = {{key, OSSL_PARAM_UTF8_PTR, &text, 0, OSSL_PARAM_UNMODIFIED}, {NULL, 0, NULL, 0, 0}};

    if (lib->OSSL_PROVIDER_get_params(provider, request) == 1 && text != NULL)
        printf("           %s: %s\n", key, text);
}

/* print_winner shows which provider a fetch gets its AES from; returns whether it is aeswide. */
static bool print_winner(const struct libcrypto *lib, OSSL_LIB_CTX *library, const char *query, const char *headline)
{
    EVP_CIPHER *cipher = lib->EVP_CIPHER_fetch(library, cipher_name, query);
    char reason[REASON_LEN];
    const char *winner = NULL;

    if (cipher == NULL) {
        libcrypto_error(lib, reason, sizeof(reason));
        printf("%s nobody offers %s: %s\n", headline, cipher_name, reason);
        return false;
    }
    winner = lib->OSSL_PROVIDER_get0_name(lib->EVP_CIPHER_get0_provider(cipher));
    const bool ours = strcmp(winner, "aeswide") == 0;
    printf("%s %s comes from the provider %s\n", headline, cipher_name, winner);
    lib->EVP_CIPHER_free(cipher);
    return ours;
}

/* print_load tells whether the module can be loaded, in a library context of its own, and whether the query for it
 * works there. Returns whether it can. */
static bool print_load(const struct libcrypto *lib, const char *modules)
{
    OSSL_LIB_CTX *library = lib->OSSL_LIB_CTX_new();
    OSSL_PROVIDER *fallback = NULL;
    OSSL_PROVIDER *provider = NULL;
    char reason[REASON_LEN];

    if (library == NULL)
        die("cannot make a library context");
    if (modules != NULL)
        lib->OSSL_PROVIDER_set_default_search_path(library, modules);
    fallback = lib->OSSL_PROVIDER_load(library, "default");
    provider = lib->OSSL_PROVIDER_load(library, "aeswide");
    if (provider == NULL) {
        libcrypto_error(lib, reason, sizeof(reason));
        printf("module     does not load: %s\n"
               "           it must lie in --modules DIR, in OPENSSL_MODULES, or where `openssl version -m` says\n",
               reason);
    } else {
        printf("module     loads\n");
        print_parameter(lib, provider, OSSL_PROV_PARAM_VERSION);
        print_parameter(lib, provider, OSSL_PROV_PARAM_BUILDINFO);
        if (!print_winner(lib, library, "?provider=aeswide", "query      ?provider=aeswide:"))
            printf("           although aeswide is loaded: please report this\n");
    }
    lib->OSSL_PROVIDER_unload(provider);
    lib->OSSL_PROVIDER_unload(fallback);
    lib->OSSL_LIB_CTX_free(library);
    return provider != NULL;
}

/* names_aeswide tells whether a file has that word in a line that is no comment; -1: it cannot be read. */
static int names_aeswide(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[1024];
    int found = 0;

    if (file == NULL)
        return -1;
    while (!found && fgets(line, sizeof(line), file) != NULL) {
        line[strcspn(line, "#")] = '\0';
        found = strstr(line, "aeswide") != NULL;
    }
    fclose(file);
    return found;
}

/* explain says why the configuration does not pick aeswide. */
static void explain(const struct libcrypto *lib, const char *path, bool loads)
{
    const int named = path == NULL ? -1 : names_aeswide(path);

    if (lib->OSSL_PROVIDER_available(NULL, "default") != 1)
        printf("           the default provider is missing: it needs a section with activate = 1, once any provider is "
               "named\n");
    if (lib->OSSL_PROVIDER_available(NULL, "aeswide") == 1)
        printf("           aeswide is active and another provider wins: default_properties = ?provider=aeswide is "
               "missing,\n           or the program asks for another one\n");
    else if (named < 0)
        printf("           that file cannot be read\n");
    else if (named == 0)
        printf("           that file does not name aeswide: add .include /path/to/aeswide.cnf as its last line\n");
    else
        printf("           that file names aeswide, which %s: OpenSSL says nothing when it passes over a module%s\n",
               loads ? "is not active" : "does not load",
               loads ? "; is activate = 1\n           there, in a section that openssl_conf leads to, and `module` or "
                       "OPENSSL_MODULES right?"
                     : " (the reason is above)");
}

/* print_configuration shows what a program gets that asks for nothing. It uses the library context of the process,
 * which reads the configuration by itself. */
static void print_configuration(const struct libcrypto *lib, bool loads)
{
    char *path = lib->CONF_get1_default_config_file();

    printf("openssl.cnf %s%s\n", path == NULL ? "none" : path,
           getenv("OPENSSL_CONF") == NULL ? "" : " (OPENSSL_CONF says so)");
    if (!print_winner(lib, NULL, NULL, "           with it"))
        explain(lib, path, loads);
    lib->CRYPTO_free(path, __FILE__, __LINE__);
}

int command_info(int argc, char **argv)
{
    enum { MODULES = 1, LIB };
    static const struct option options[] = {
        {"modules", required_argument, NULL, MODULES},
        {"libcrypto", required_argument, NULL, LIB},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    const char *modules = NULL;
    const char *path = NULL;
    struct libcrypto lib;

    for (int option; (option = options_next(argc, argv, options, help)) != -1;) {
        if (option == MODULES)
            modules = optarg;
        else
            path = optarg;
    }
    options_end(argc, argv);
    print_kernels();
    libcrypto_open(&lib, path);
    printf("libcrypto  %s (%s)\n", lib.OpenSSL_version(OPENSSL_VERSION), lib.path);
    const bool loads = print_load(&lib, modules);
    print_configuration(&lib, loads);
    return STATUS_OK;
}
