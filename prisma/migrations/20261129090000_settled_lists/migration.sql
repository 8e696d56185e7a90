-- The first start after a restore into another cluster left out these columns. Rows whose transaction id is not yet past there
-- were missing on every page of their lists but the first.
UPDATE "trusted_publishers" SET "born_in" = '0' WHERE NOT pg_visible_in_snapshot("born_in", pg_current_snapshot());
UPDATE "entitlements" SET "born_in" = '0' WHERE NOT pg_visible_in_snapshot("born_in", pg_current_snapshot());
UPDATE "search_synonyms" SET "born_in" = '0' WHERE NOT pg_visible_in_snapshot("born_in", pg_current_snapshot());
UPDATE "mod_reports" SET "queued_in" = '0' WHERE NOT pg_visible_in_snapshot("queued_in", pg_current_snapshot());
