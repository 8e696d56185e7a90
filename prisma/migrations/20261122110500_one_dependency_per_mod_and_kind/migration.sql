-- A version has at most one active dependency for each pair of kind and mod. Several rows of a pair
-- become one that means the same to a plan:
-- - a plan has to meet all required and optional rows: their ranges are joined by a space, and a row
--   that demands nothing is left out
-- - one conflicting or embedded row is enough: their ranges are joined by "||", and a row without a
--   range stands for all
-- Ranges are joined if each is a plain semver range, no row names a version or a file, and the result
-- has at most 80 characters, the limit of the API. Otherwise the row that was written last stays.

CREATE TEMP TABLE repeated_dependencies ON COMMIT DROP AS
WITH repeated AS (
  SELECT d.*,
    d.version_constraint IS NULL AND d.target_version_id IS NULL AND d.target_artifact_id IS NULL AS is_free,
    d.kind IN ('conflict', 'embedded') AS is_any,
    d.target_version_id IS NULL AND d.target_artifact_id IS NULL
      AND coalesce(d.version_constraint ~ '^[v=<>~^ ]*[0-9*xX][0-9A-Za-z.+*<>=~^ -]*$', true) AS is_plain,
    d.version_constraint ~ ' - ' AS is_hyphen
  FROM dependencies d
  WHERE d.state = 'active' AND EXISTS (
    SELECT 1 FROM dependencies o
    WHERE o.version_id = d.version_id AND o.kind = d.kind AND o.target_mod_id = d.target_mod_id
      AND o.state = 'active' AND o.id <> d.id)
)
SELECT version_id, kind, target_mod_id, is_any,
  (array_agg(id ORDER BY (is_free = is_any) DESC, id DESC))[1] AS kept_id,
  CASE
    WHEN is_any AND bool_or(is_free) THEN NULL
    WHEN is_any AND bool_and(is_plain) THEN string_agg(DISTINCT version_constraint, ' || ')
    WHEN NOT is_any AND bool_and(is_plain) AND NOT coalesce(bool_or(is_hyphen), false)
      THEN string_agg(DISTINCT version_constraint, ' ')
  END AS joined
FROM repeated
GROUP BY version_id, kind, target_mod_id, is_any;

UPDATE dependencies d SET version_constraint = r.joined
FROM repeated_dependencies r
WHERE d.id = r.kept_id AND length(r.joined) <= 80;

UPDATE dependencies d SET state = 'removed'
FROM repeated_dependencies r
WHERE d.version_id = r.version_id AND d.kind = r.kind AND d.target_mod_id = r.target_mod_id
  AND d.state = 'active' AND d.id <> r.kept_id;

-- Clients that hold an ETag of such a version read it again before they write.
UPDATE mod_versions v SET revision = v.revision + 1
WHERE v.id IN (SELECT version_id FROM repeated_dependencies);

-- Rows that were removed stay, so the index covers active ones only.
CREATE UNIQUE INDEX "dependencies_one_per_mod_and_kind" ON "dependencies"("version_id", "kind", "target_mod_id")
  WHERE "state" = 'active';
