/** When a failed call is tried again, and after which pause. */

import { ConfigurationError, RequestTimeoutError } from "./errors.js";

const DEFAULT = Object.freeze({ attempts: 3, firstPauseMs: 100, longestPauseMs: 2000 });

/**
 * The policy that an option asks for; `false` and `null` switch retries off.
 * @param {Partial<import("./index.js").RetryPolicy> | false | null} [given]
 * @returns {Readonly<import("./index.js").RetryPolicy> | null}
 * @throws {ConfigurationError} for values that make no sense
 */
export function retryPolicy(given) {
  if (given === false || given === null) return null;
  const policy = { ...DEFAULT, ...given };
  const sensible = policy.attempts >= 1 && policy.firstPauseMs >= 0 && policy.firstPauseMs <= policy.longestPauseMs;
  if (sensible) return Object.freeze(policy);
  throw new ConfigurationError("A retry policy needs attempts >= 1 and 0 <= firstPauseMs <= longestPauseMs.", {
    hint: "Correct the policy, or pass retry: false for no retries.",
  });
}

/**
 * Milliseconds before the next try, or null when `error` is final. Only operations that the contract calls safe to
 * repeat are tried again, only after a failed connection or a code that the server calls retryable.
 * @param {Readonly<import("./index.js").RetryPolicy> | null} policy
 * @param {{retry_safe: boolean}} operation
 * @param {import("./errors.js").RemeError} error
 * @param {number} tries how many there were
 * @param {number} leftMs of the call's deadline
 * @returns {number | null}
 */
export function nextPauseMs(policy, operation, error, tries, leftMs) {
  if (policy === null || !operation.retry_safe || tries >= policy.attempts) return null;
  if (!error.retryable || error instanceof RequestTimeoutError) return null;
  const longest = Math.min(policy.longestPauseMs, policy.firstPauseMs * 2 ** (tries - 1));
  // Partly random, so that clients spread out.
  const pause = longest * (0.5 + Math.random() / 2);
  return pause < leftMs ? pause : null;
}
