-- How many titles have a term, as the power of four below it plus one; 0 for terms that no title has.
CREATE FUNCTION search_level(names INTEGER) RETURNS INTEGER
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT floor(ln(greatest(4 * names::float8, 1)) / ln(4::float8))::int $$;

-- Completions of a prefix: a few entries of each level, the most frequent ones first. An index on an expression, because
-- the previous release does not know the level and writes the counts.
CREATE INDEX "search_terms_completions" ON "search_terms" (search_level("names"), "term") WHERE "keys" IS NOT NULL;
