-- Run once on the leader. Creates the shop's role and database (psql -v secret=… -f shop.sql).
create role shop login password :'secret';
create database shop owner shop;
