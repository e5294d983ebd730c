/** How this package names itself to servers. */

export const NAME = "reme-client-js";
export const VERSION = "0.1.0";
