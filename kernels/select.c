/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * select.c - the table of kernels and the choice of one.
 */
#include "select.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct aes_kernel *const kernels[] = {
#ifdef HAVE_KERNEL_VAES512
    &aes_kernel_vaes512,
#endif
#ifdef HAVE_KERNEL_VAES256
    &aes_kernel_vaes256,
#endif
#ifdef HAVE_KERNEL_AESNI
    &aes_kernel_aesni,
#endif
    &aes_kernel_portable, &aes_kernel_portable64, NULL,
};

enum { KERNELS = sizeof(kernels) / sizeof(kernels[0]) - 1 };
_Static_assert(sizeof(kernels) / sizeof(kernels[0]) - 1 <= KERNELS_MAX,
               "struct kernel_choice has room for every kernel");

const struct aes_kernel *const *kernels_all(void)
{
    return kernels;
}

/* struct text is a buffer that is written from left to right, cut where it is full, and always ended by NUL. */
struct text {
    char *at;
    size_t room; /* bytes from `at` to the end, the NUL included; 0: nothing may be written */
};

/* append adds to the text as printf does. */
__attribute__((format(printf, 2, 3))) static void append(struct text *text, const char *format, ...)
{
    va_list args;

    if (text->room == 0)
        return;
    va_start(args, format);
    const int wanted = vsnprintf(text->at, text->room, format, args);
    va_end(args);
    if (wanted < 0)
        return;
    const size_t added = (size_t)wanted < text->room ? (size_t)wanted : text->room - 1;
    text->at += added;
    text->room -= added;
}

/* append_features adds the names of the feature bits: "AES, VAES and VPCLMULQDQ". */
static void append_features(struct text *text, uint64_t features)
{
    const char *separator = "";

    while (features != 0) {
        const uint64_t rest = features & (features - 1);

        append(text, "%s%s", separator, cpu_feature_name(features ^ rest));
        separator = (rest & (rest - 1)) == 0 ? " and " : ", ";
        features = rest;
    }
}

/* append_usable adds, each after a space, the names of the kernels that lack no feature. */
static void append_usable(struct text *text, const struct kernel_choice *choice)
{
    for (size_t i = 0; i < KERNELS; i++) {
        if (choice->missing[i] == 0)
            append(text, " %s", kernels[i]->name);
    }
}

/* struct word is a part of a request. */
struct word {
    const char *start;
    size_t len;
};

/* append_quoted adds a word in quotation marks: at most 40 bytes of it, and what is not printable ASCII as '?', for the
 * text may end in a terminal or a log. */
static void append_quoted(struct text *text, struct word word)
{
    enum { SHOWN = 40 };

    append(text, "\"");
    for (size_t i = 0; i < word.len && i < SHOWN; i++) {
        const char c = word.start[i];

        append(text, "%c", c >= ' ' && c <= '~' ? c : '?');
    }
    append(text, word.len > SHOWN ? "...\"" : "\"");
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* trim returns the word without the spaces around it. */
static struct word trim(struct word word)
{
    while (word.len > 0 && is_space(word.start[0])) {
        word.start++;
        word.len--;
    }
    while (word.len > 0 && is_space(word.start[word.len - 1]))
        word.len--;
    return word;
}

static bool is_name(struct word word, const char *name)
{
    return strlen(name) == word.len && memcmp(name, word.start, word.len) == 0;
}

/* struct wish is what a request asks for. */
struct wish {
    bool named;                 /* one kernel by its name, and no other */
    size_t index;               /* that kernel */
    bool excluded[KERNELS_MAX]; /* kernels that must not be chosen */
};

/* find_kernel writes the index of the kernel that the word names; when there is none it writes the error and returns
 * false. */
static bool find_kernel(size_t *index, struct word word, struct text *error)
{
    for (size_t i = 0; i < KERNELS; i++) {
        if (is_name(word, kernels[i]->name)) {
            *index = i;
            return true;
        }
    }
    append(error, "no kernel is named ");
    append_quoted(error, word);
    append(error, ": use auto or one of");
    for (size_t i = 0; i < KERNELS; i++)
        append(error, " %s", kernels[i]->name);
    return false;
}

/* refuse_form writes the error for a request that is no name and no list of exclusions. */
static void refuse_form(struct text *error, struct word request, const char *fault)
{
    append(error, "the kernel request ");
    append_quoted(error, request);
    append(error, " %s: use auto, or one name, or only exclusions such as -%s,-%s", fault, kernels[0]->name,
           kernels[1]->name);
}

/* parse_exclusion takes one item of a list, "-NAME", into the wish; `request` is the whole list, for the error. */
static bool parse_exclusion(struct wish *wish, struct word item, struct word request, struct text *error)
{
    size_t index = 0;

    item = trim(item);
    if (item.len == 0) {
        refuse_form(error, request, "has an empty item");
        return false;
    }
    if (item.start[0] != '-') {
        refuse_form(error, request, "has a name in a list");
        return false;
    }
    item = trim((struct word){item.start + 1, item.len - 1});
    if (item.len == 0) {
        refuse_form(error, request, "has a '-' without a name");
        return false;
    }
    if (!find_kernel(&index, item, error))
        return false;
    wish->excluded[index] = true;
    return true;
}

/* parse_request takes the request (NULL: auto) into *wish; on failure it writes the error and returns false. */
static bool parse_request(struct wish *wish, const char *text, struct text *error)
{
    struct word request = {text == NULL ? "" : text, text == NULL ? 0 : strlen(text)};

    memset(wish, 0, sizeof(*wish));
    request = trim(request);
    if (request.len == 0 || is_name(request, "auto"))
        return true;
    if (request.start[0] != '-' && memchr(request.start, ',', request.len) == NULL) {
        wish->named = true;
        return find_kernel(&wish->index, request, error);
    }

    struct word rest = request;
    for (;;) {
        const char *comma = memchr(rest.start, ',', rest.len);
        const struct word item = {rest.start, comma == NULL ? rest.len : (size_t)(comma - rest.start)};

        if (!parse_exclusion(wish, item, request, error))
            return false;
        if (comma == NULL)
            return true;
        rest.start += item.len + 1;
        rest.len -= item.len + 1;
    }
}

/* judge fills the verdicts that need no choice. What the CPU lacks comes before an exclusion: lifting the exclusion
 * would not help. */
static void judge(struct kernel_choice *choice, const struct cpu *cpu, const struct wish *wish)
{
    const uint64_t features = cpu_features(cpu);
    const bool slow_at_512 = cpu_slows_at_512(cpu);

    for (size_t i = 0; i < KERNELS; i++) {
        choice->missing[i] = kernels[i]->features & ~features;
        if (choice->missing[i] != 0)
            choice->verdicts[i] = KERNEL_UNSUPPORTED;
        else if (wish->excluded[i])
            choice->verdicts[i] = KERNEL_EXCLUDED;
        else if (slow_at_512 && (kernels[i]->features & CPU_AVX512F) != 0)
            choice->verdicts[i] = KERNEL_SLOWS_CLOCK;
        else
            choice->verdicts[i] = KERNEL_USABLE;
    }
}

/* find_verdict returns the first kernel with that verdict, or KERNELS. */
static size_t find_verdict(const struct kernel_choice *choice, enum kernel_verdict verdict)
{
    size_t i = 0;

    while (i < KERNELS && choice->verdicts[i] != verdict)
        i++;
    return i;
}

/* find_best returns the kernel that auto or a list of exclusions means, or KERNELS. One that slows the clock comes
 * after all others: it is left when the request excludes those, which is as good as naming it. */
static size_t find_best(const struct kernel_choice *choice)
{
    const size_t best = find_verdict(choice, KERNEL_USABLE);

    return best < KERNELS ? best : find_verdict(choice, KERNEL_SLOWS_CLOCK);
}

void kernel_choose(struct kernel_choice *choice, const struct cpu *cpu, const char *request)
{
    struct text error = {choice->error, sizeof(choice->error)};
    struct wish wish;

    memset(choice, 0, sizeof(*choice));
    const bool understood = parse_request(&wish, request, &error);
    judge(choice, cpu, &wish);
    if (!understood)
        return;

    const size_t index = wish.named ? wish.index : find_best(choice);
    if (index == KERNELS) {
        append(&error, "the kernel request excludes every kernel that can run here: leave at least one of");
        append_usable(&error, choice);
        return;
    }
    if (choice->missing[index] != 0) {
        append(&error, "kernel \"%s\" cannot run here: this CPU or operating system lacks ", kernels[index]->name);
        append_features(&error, choice->missing[index]);
        append(&error, " (or OPENSSL_ia32cap masks it): use auto");
        return;
    }
    choice->kernel = kernels[index];
    choice->verdicts[index] = KERNEL_CHOSEN;
}

void kernel_describe(char *text, size_t size, const struct kernel_choice *choice, size_t index)
{
    struct text phrase = {text, size};

    append(&phrase, "%s", "");
    if (index >= KERNELS)
        return;
    switch (choice->verdicts[index]) {
    case KERNEL_CHOSEN:
        append(&phrase, "chosen");
        break;
    case KERNEL_USABLE:
        append(&phrase, "usable");
        break;
    case KERNEL_UNSUPPORTED:
        append(&phrase, "not usable: this CPU or operating system lacks ");
        append_features(&phrase, choice->missing[index]);
        break;
    case KERNEL_EXCLUDED:
        append(&phrase, "excluded by the request");
        break;
    case KERNEL_SLOWS_CLOCK:
        append(&phrase, "only on request: 512-bit vectors lower the clock of this CPU");
        break;
    }
}
