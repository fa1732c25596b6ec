# Varnish between the proxy that terminates TLS and one or more processes of the shop. Works with Varnish 6.5 and later
# with varnish-modules. Copy this file to /etc/varnish/taana.vcl, replace shop.example with your host name and PURGE-TOKEN
# with a secret, and start Varnish as shown in varnish.service.d/taana.conf beside this file. The shop needs
#   PAGE_CACHE=off CDN_PURGE_URL=http://127.0.0.1:6081/.purge CDN_PURGE_TOKEN=<the secret> TRUSTED_PROXIES=2
# (2: the proxy and Varnish), and the proxy forwards to 127.0.0.1:6081.
vcl 4.1;

import directors;
import std;
import xkey;

probe readyz {
    .request =
        "GET /readyz/pages HTTP/1.1"
        "Host: shop.example"
        "Connection: close";
    .interval = 1s;
    .timeout = 2s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
}

# One backend for each process. Each must also be added in vcl_init.
backend shop1 { .host = "127.0.0.1"; .port = "4321"; .probe = readyz; .connect_timeout = 2s; .first_byte_timeout = 60s; }
backend shop2 { .host = "127.0.0.1"; .port = "4322"; .probe = readyz; .connect_timeout = 2s; .first_byte_timeout = 60s; }

# Addresses of the shop's processes. A proxy on this machine has the same address, so purges also need the token.
acl shop_processes { "localhost"; "127.0.0.1"; "::1"; }

sub vcl_init {
    new shop = directors.round_robin();
    shop.add_backend(shop1);
    shop.add_backend(shop2);
}

sub vcl_recv {
    if (req.url == "/.purge") {
        if (req.method != "POST" || client.ip !~ shop_processes || req.http.Authorization != "Bearer PURGE-TOKEN") {
            return (synth(403));
        }
        set req.http.X-Purged = xkey.purge(req.http.Cache-Tag);
        return (synth(200));
    }
    set req.backend_hint = shop.backend();
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # Stores three encodings of each page instead of a variant for each browser.
    if (req.http.Accept-Encoding ~ "\bbr\b") {
        set req.http.Accept-Encoding = "br";
    } elsif (req.http.Accept-Encoding ~ "\bgzip\b") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }
    # The shop ignores these parameters. Without this, each click on an advertisement would be cached separately.
    if (req.url ~ "[?&](utm_[a-z]+|gclid|fbclid|srsltid)=") {
        set req.url = regsuball(req.url, "(?<=[?&])(utm_[a-z]+|gclid|fbclid|srsltid)=[^&]*&?", "");
        set req.url = regsub(req.url, "[?&]$", "");
    }
    # Light mode is chosen with its switch or by the browser's Save-Data header. Responses have Vary: Save-Data.
    if (req.http.Cookie ~ "(^|[ ;])(__Host-)?light=1") {
        set req.http.Save-Data = "on";
    } elsif (req.http.Cookie ~ "(^|[ ;])(__Host-)?light=0" || req.http.Save-Data !~ "(?i)^on$") {
        unset req.http.Save-Data;
    }
    # Other cookies are ignored here, because each response states whether it is the same for everyone.
    return (hash);
}

sub vcl_backend_response {
    if (bereq.uncacheable) {
        return (deliver);
    }
    # Caches that ignore Vary must not store pages in light mode, so these pages have a separate header.
    if (beresp.http.Varnish-Cache-Control) {
        set beresp.http.CDN-Cache-Control = beresp.http.Varnish-Cache-Control;
    }
    if (beresp.http.CDN-Cache-Control ~ "max-age=\d" && !beresp.http.Set-Cookie && beresp.status < 500) {
        set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*max-age=(\d+).*$", "\1s"), 0s);
        set beresp.grace = 0s;
        if (beresp.http.CDN-Cache-Control ~ "stale-while-revalidate=\d") {
            set beresp.grace =
                std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*stale-while-revalidate=(\d+).*$", "\1s"), 0s);
        }
        set beresp.http.xkey = beresp.http.Cache-Tag;
        return (deliver);
    }
    # Files and pictures that are named after a hash of their content.
    if (beresp.status == 200 && beresp.http.Cache-Control ~ "immutable" && !beresp.http.Set-Cookie) {
        return (deliver);
    }
    # Everything else, such as pages for one visitor, is not cached, and requests for it do not wait for each other.
    set beresp.ttl = 120s;
    set beresp.uncacheable = true;
    return (deliver);
}

# GET and HEAD requests are retried on another process, at most twice.
sub vcl_backend_error {
    if ((bereq.method == "GET" || bereq.method == "HEAD") && bereq.retries < 2) {
        set bereq.backend = shop.backend();
        return (retry);
    }
    set beresp.status = 503;
    set beresp.http.Retry-After = "5";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Content-Type = "text/html; charset=utf-8";
    synthetic({"<!doctype html><meta name="viewport" content="width=device-width"><title>One moment</title><h1>One moment, please</h1><p>The shop will be back in a few seconds. Nothing in your cart is lost.</p>"});
    return (deliver);
}

sub vcl_deliver {
    unset resp.http.xkey;
    unset resp.http.Cache-Tag;
    unset resp.http.CDN-Cache-Control;
    unset resp.http.Varnish-Cache-Control;
    unset resp.http.Via;
    unset resp.http.X-Varnish;
    if (obj.hits > 0) {
        set resp.http.X-Cache = "hit";
    } else {
        set resp.http.X-Cache = "miss";
    }
}
