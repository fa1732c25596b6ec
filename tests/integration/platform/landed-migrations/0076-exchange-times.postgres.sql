create index exchange_by_time on exchange (created_at);
