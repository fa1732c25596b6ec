-- Once, on the leader: the shop's own role and database.
create role shop login password 'OUR_SHOP_SECRET';
create database shop owner shop;
