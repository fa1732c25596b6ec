-- Once, on the leader: the shop's own role and database (psql -v secret=… -f shop.sql).
create role shop login password :'secret';
create database shop owner shop;
