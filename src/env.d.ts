/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    shop: import('#lib/platform/shop.server.ts').Shop;
    routes: import('#lib/platform/http/route-table.ts').RouteTable;
    requestId: string;
    /** The networks that contain the visitor's IP address, from `clientNetworks`. */
    networks: import('#lib/platform/http/network/network.ts').Networks;
    /** Set while a customer is logged in. Not read for pages that are the same for everyone. */
    session?: import('#lib/customers/auth/sessions/session.server.ts').Session;
    /** The staff member who is signed in. Set only in the admin. */
    staff?: import('#lib/admin/sign-in/sessions.server.ts').StaffSession;
    /** Whether the visitor uses light mode. */
    isLight?: boolean;
    flashMessage?: import('#lib/platform/http/endpoint/flash-message.ts').FlashMessage;
    /** The input of a rejected form, which the page shows again. */
    oldInput?: import('#lib/platform/http/endpoint/old-input.server.ts').OldInput;
    /** The status of a page that shows a rejected form again. */
    errorStatus?: number;
    /** The Content-Security-Policy of a page that differs from the others, such as an invoice to print. */
    documentPolicy?: string;
    /** Whether the page uses the camera and decodes the camera's pictures with WebAssembly. */
    usesCamera?: true;
    /** Inline styles that the page generates at run time. The page's policy must allow them. */
    inlineStyles?: string[];
  }
}
