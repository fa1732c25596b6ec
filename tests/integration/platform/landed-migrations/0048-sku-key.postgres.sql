create index variant_sku_key on variant (lower(replace(replace(replace(replace(replace(sku, '-', ''), '_', ''), '/', ''), '.', ''), ' ', '') collate "C"));
