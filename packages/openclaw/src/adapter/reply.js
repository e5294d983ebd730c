/** What a hook of OpenClaw returns. */

/**
 * The member that puts a context block before the person's words in the next request, and only there;
 * undefined for nothing.
 *
 * The sentence for the person has no place in the conversation; the plugin logs it.
 * @param {string} native
 * @param {string} context
 * @param {string} notice
 * @returns {{prependContext: string} | undefined}
 */
export function reply(native, context, notice) {
  void notice;
  return native === "before_prompt_build" && context ? { prependContext: context } : undefined;
}
