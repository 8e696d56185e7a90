-- Gallery pictures of a mod that share a position get positions of their own, in the order in which they
-- were shown. Only pictures behind a shared position move, and no further than they have to.

CREATE TEMP TABLE shared_positions ON COMMIT DROP AS
SELECT DISTINCT mod_id FROM (
  SELECT mod_id FROM media
  WHERE kind = 'gallery' AND deleted_at IS NULL AND replaced_at IS NULL
  GROUP BY mod_id, position HAVING count(*) > 1) AS shared;

CREATE TEMP TABLE ranked_pictures ON COMMIT DROP AS
SELECT id, mod_id, position, row_number() OVER in_gallery AS place, count(*) OVER (PARTITION BY mod_id) AS total
FROM media
WHERE kind = 'gallery' AND deleted_at IS NULL AND replaced_at IS NULL
  AND mod_id IN (SELECT mod_id FROM shared_positions)
WINDOW in_gallery AS (PARTITION BY mod_id ORDER BY position, id);

-- The position minus the place, never below that of an earlier picture: adding the place again gives
-- positions that rise. Near the highest position, 9,999, pictures move down instead.
UPDATE media m SET position = r.position
FROM (
  SELECT id, least(
    max(position - place) OVER (PARTITION BY mod_id ORDER BY place) + place,
    9999 - (total - place)) AS position
  FROM ranked_pictures) r
WHERE m.id = r.id AND m.position <> r.position;

-- Clients that hold an ETag of such a mod read it again before they write. The migration before this one
-- has its document composed again.
UPDATE mods SET revision = revision + 1
WHERE id IN (SELECT mod_id FROM shared_positions);

CREATE UNIQUE INDEX "media_gallery_positions" ON "media"("mod_id", "position")
  WHERE "kind" = 'gallery' AND "deleted_at" IS NULL AND "replaced_at" IS NULL;
