-- The most frequent completions of a prefix: a few terms of each level, in the order of the index. The planner expects few
-- terms with a prefix that it does not know, and would read all of them to sort them. So this function rules that plan out.
CREATE FUNCTION search_completions(prefix TEXT, levels INTEGER, most INTEGER)
    RETURNS TABLE (term TEXT, names INTEGER, texts INTEGER, body INTEGER)
    LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED ROWS 16
    SET enable_bitmapscan = off
    SET plan_cache_mode = force_generic_plan
    AS $$ BEGIN
        RETURN QUERY SELECT t.term, t.names, t.texts, t.body
        FROM generate_series(0, levels) AS level CROSS JOIN LATERAL (
            SELECT s.* FROM search_terms s
            WHERE search_level(s.names) = level AND s.keys IS NOT NULL
                AND s.term > prefix AND s.term < prefix || chr(1114111)
            ORDER BY s.term LIMIT most) AS t
        ORDER BY level DESC, t.names DESC, t.texts DESC, t.term LIMIT most;
    END $$;
