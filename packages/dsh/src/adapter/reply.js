/** What a listener of DSH returns. */

/**
 * The message that brings a context block into the step, still without an id; undefined for nothing.
 *
 * Its source says that a plugin put it in: capture knows it by that. The sentence for the person has no place
 * in the conversation; the plugin shows it in its status.
 * @param {string} native
 * @param {string} context
 * @param {string} notice
 */
export function reply(native, context, notice) {
  void notice;
  if (native !== "agent/pre-step" || !context) return undefined;
  return {
    role: "user",
    content: [{ type: "text", text: context }],
    source: { kind: "plugin", plugin: "reme", form: "recall" },
  };
}
