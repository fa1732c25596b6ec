/// <reference types="astro/client" />

declare namespace App {
  /** Empty while pages are prerendered, so a prerendered page may read none of it. */
  interface Locals {
    shop: import('#lib/platform/shop.server.ts').Shop;
    routes: import('#lib/platform/http/route-table.ts').RouteTable;
    requestId: string;
    /** The visitor's address by the socket and the trusted proxies; empty for pages rendered for everyone. */
    clientAddress: string;
    /** Whoever is logged in; only on personal pages and in the API, never on pages that are the same for everyone. */
    session?: import('#lib/auth/session.server.ts').Session;
    /** What the last form said, once; only on personal pages. */
    notice?: import('#lib/platform/http/flash-message.ts').FlashMessage;
    /** What was typed into the last form, once, when it was refused; only on personal pages. */
    typed?: import('#lib/platform/http/old-input.server.ts').OldInput;
    /** The whole content security policy of a document that stands alone, instead of that of the shop's pages. */
    documentPolicy?: string;
  }
}

/** Made by build/inline-script.ts. */
declare module '*?inline-script' {
  const script: string;
  export default script;
}
