/** Everything that `@agentscope-ai/reme-client` exports; types of requests and replies are in `./contract/types`. */

export { ReMeClient } from "./client.js";
export * from "./errors.js";
export { VERSION } from "./identity.js";
