/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * shrink.c - from a sequence on which the sides differ to the shortest and simplest one: delta debugging (Zeller and
 * Hildebrandt, "Simplifying and isolating failure-inducing input", 2002) on the calls, then on their fields.
 */
#include "shrink.h"

#include <string.h>

int judge_difference(void *context, const struct op ops[], int count)
{
    int at;

    return machine_run(context, ops, count, &at) ? 0 : at + 1;
}

/* fails asks the judge. */
static int fails(const struct judge *judge, const struct op ops[], int count)
{
    return judge->judge(judge->context, ops, count);
}

/* without makes a copy of the sequence that lacks `size` calls from `first` on. */
static int without(struct op out[OPS_MAX], const struct op ops[], int count, int first, int size)
{
    memcpy(out, ops, (size_t)first * sizeof(*ops));
    memcpy(out + first, ops + first + size, (size_t)(count - first - size) * sizeof(*ops));
    return count - size;
}

/* drop_calls leaves out whatever is not needed, in large pieces first. */
static int drop_calls(const struct judge *judge, struct op ops[OPS_MAX], int count)
{
    struct op trial[OPS_MAX];

    for (int size = count / 2 > 0 ? count / 2 : 1; size > 0; size /= 2) {
        for (int first = 0; first + size <= count;) {
            int n = fails(judge, trial, without(trial, ops, count, first, size));

            if (n > 0) {
                memcpy(ops, trial, (size_t)n * sizeof(*ops));
                count = n;
            } else {
                first += size;
            }
        }
    }
    return count;
}

/* try_value sets *value, and takes it back when the difference goes away. Returns true when it stays. */
static bool try_value(const struct judge *judge, struct op ops[], int count, int *value, int simpler)
{
    const int before = *value;

    if (before == simpler)
        return false;
    *value = simpler;
    if (fails(judge, ops, count) == count)
        return true;
    *value = before;
    return false;
}

/* simplify_number brings a number down to 0 or 1, or halves it, or takes one off. */
static bool simplify_number(const struct judge *judge, struct op ops[], int count, int *value)
{
    bool changed = false;

    if (try_value(judge, ops, count, value, 0) || (*value > 1 && try_value(judge, ops, count, value, 1)))
        return true;
    while (*value > 1 && try_value(judge, ops, count, value, *value / 2))
        changed = true;
    while (*value > 16 && try_value(judge, ops, count, value, *value - 16))
        changed = true;
    while (*value > 1 && try_value(judge, ops, count, value, *value - 1))
        changed = true;
    return changed;
}

/* drop_params leaves out parameters that are not needed. */
static bool drop_params(const struct judge *judge, struct op ops[], int count, struct op *op)
{
    bool changed = false;

    for (int i = 0; i < op->param_count;) {
        const struct op before = *op;

        for (int j = i; j + 1 < op->param_count; j++)
            op->params[j] = op->params[j + 1];
        op->param_count--;
        if (fails(judge, ops, count) == count) {
            changed = true;
        } else {
            *op = before;
            i++;
        }
    }
    return changed;
}

static bool simplify_call(const struct judge *judge, struct op ops[], int count, struct op *op)
{
    /* what a simple call has */
    static const int usual[FIELD_COUNT] = {[FIELD_ENC] = 1, [FIELD_OUT] = OUT_APART, [FIELD_IN] = 1};
    bool changed = drop_params(judge, ops, count, op);

    for (int f = 0; f < FIELD_COUNT; f++) {
        if (!op_has_field(op->kind, (enum op_field)f))
            continue;
        if (op->field[f] != usual[f])
            changed |= try_value(judge, ops, count, &op->field[f], usual[f]);
        if (f == FIELD_LEN || f == FIELD_SHIFT || f == FIELD_IV || f == FIELD_KEY || f == FIELD_DATA || f == FIELD_ARG)
            changed |= simplify_number(judge, ops, count, &op->field[f]);
        if (f == FIELD_CIPHER && op->field[f] > 0) /* the shortest key of the same mode */
            changed |= try_value(judge, ops, count, &op->field[f], op->field[f] - (op->field[f] - 1) % 3);
    }
    return changed;
}

int shrink(const struct judge *judge, struct op ops[OPS_MAX], int count)
{
    bool changed = true;

    count = fails(judge, ops, count);
    while (changed && count > 0) {
        int before = count;

        changed = false;
        count = drop_calls(judge, ops, count);
        for (int i = 0; i < count; i++)
            changed |= simplify_call(judge, ops, count, &ops[i]);
        changed |= count < before;
    }
    return fails(judge, ops, count); /* so that a machine says what differs */
}
