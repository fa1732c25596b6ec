alter table import_answer rename to import_mapping;
alter table import_mapping rename column means to target;
alter table order_credit_line rename column back to destination;
update catalogue_import set options_json = replace(options_json, '"removes":', '"removesMissing":');
update catalogue_import set report_json = replace(report_json, '"leftOut":', '"leftOutCount":');
