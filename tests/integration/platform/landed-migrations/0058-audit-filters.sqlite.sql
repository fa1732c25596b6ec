create index audit_entry_by_time on audit_entry (at, id);
create index audit_entry_of_actor on audit_entry (actor_kind, actor_id, at, id);
create index audit_entry_of_action on audit_entry (action, at, id);
