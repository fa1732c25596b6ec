create index product_sitemap on product ((id / 50000), updated_at) where status = 'active';
drop index product_listing_cheap;
drop index product_listing_featured;
drop table product_search;
