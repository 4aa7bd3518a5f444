/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The aeswide authors */

/*
 * known.h - the one list of deliberate differences from the default provider.
 */
#ifndef AESWIDE_TEST_FUZZ_KNOWN_H
#define AESWIDE_TEST_FUZZ_KNOWN_H

#include "machine.h"

/* known_reasons[] says for each what aeswide does instead, and why. */
extern const char *const known_reasons[KNOWNS];

/* known_before tells that from this call on both sides are known to differ, so that the sequence ends before it. */
enum known known_before(const struct machine *machine, const struct op *op);

/* known_key returns the key that the oracle must be given, where the caller gives none (KNOWN_ECB_DIRECTION), or 0. */
int known_key(const struct machine *machine, const struct op *op);

/* known_errors takes the errors of libcrypto's helper functions out of the outcomes (KNOWN_HELPER_ERRORS). */
void known_errors(struct machine *machine);

/* known_sizes makes the sizes returned for parameters the same where they need not be (KNOWN_REAL_SIZE). */
void known_sizes(struct machine *machine, const struct op *op);

/* known_after tells that the difference in the outcomes of this call is a known one, or that the state is. `before` is
 * the model of the context before the call. */
enum known known_after(struct machine *machine, const struct op *op, const struct model *before);

/* known_ends tells whether a sequence ends at this difference: its state differs from then on. */
bool known_ends(enum known known);

#endif
