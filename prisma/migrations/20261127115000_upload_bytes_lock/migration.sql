-- Locks the byte quotas of an upload, then counts the bytes that sessions have reserved in each of them: 1 is the quota of the user,
-- 2 that of the application. The locks last until the transaction ends. A statement sees what was committed before it began, but
-- each statement of a volatile function sees what was committed before that one. So the count includes the sessions of every
-- transaction that held one of the locks.
CREATE FUNCTION lock_upload_bytes(
  of_user uuid, user_room bigint, of_client text, client_room bigint, since timestamptz, seed bigint)
RETURNS TABLE (quota int, spent float8, youngest_at timestamptz, blocked_by timestamptz)
LANGUAGE plpgsql VOLATILE AS $$
-- So that a later column with the name of a parameter does not make a statement ambiguous.
#variable_conflict use_variable
BEGIN
  -- Every process locks in this order, so that two requests never wait for each other.
  IF of_client IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('upload-bytes:client:' || of_client, seed));
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('upload-bytes:user:' || of_user, seed));
  RETURN QUERY
    SELECT q.n, coalesce(max(c.upto), 0)::float8, max(c.created_at),
      min(c.created_at) FILTER (WHERE c.total > q.room AND c.upto >= c.total - q.room)
    FROM (VALUES (1, user_room), (2, client_room)) q (n, room)
    LEFT JOIN (
      SELECT b.n, b.created_at, sum(b.bytes) OVER (PARTITION BY b.n ORDER BY b.created_at, b.id) AS upto,
        sum(b.bytes) OVER (PARTITION BY b.n) AS total
      FROM (
        SELECT s.n, s.id, s.created_at,
          CASE WHEN s.state = 'cancelled' THEN least(s.signed_bytes, s.size_bytes) ELSE s.size_bytes END AS bytes
        FROM (
          SELECT 1 AS n, id, created_at, state, signed_bytes, size_bytes
          FROM upload_sessions WHERE user_id = of_user AND created_at > since
          UNION ALL
          SELECT 2, id, created_at, state, signed_bytes, size_bytes
          FROM upload_sessions WHERE client_id = of_client AND created_at > since
        ) s
      ) b
    ) c ON c.n = q.n
    GROUP BY q.n, q.room ORDER BY q.n;
END $$;
