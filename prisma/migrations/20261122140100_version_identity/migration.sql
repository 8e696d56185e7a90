-- Two versions of a mod may share a version string if both declare loaders and these do not overlap, such
-- as a Fabric and a Forge build of 1.0.0. A unique index cannot state this, so a trigger does. It raises the
-- same SQLSTATE as the index did, which processes of the previous release understand too.

CREATE INDEX "mod_versions_mod_id_version_idx" ON "mod_versions"("mod_id", "version");

CREATE FUNCTION forbid_duplicate_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Writers of one mod take turns. The next statement has a snapshot of its own, so it sees every
  -- version that was committed before.
  PERFORM 1 FROM mods WHERE id = NEW.mod_id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM mod_versions other
    WHERE other.mod_id = NEW.mod_id AND other.version = NEW.version AND other.id <> NEW.id
      AND (cardinality(other.loader_platforms) = 0 OR cardinality(NEW.loader_platforms) = 0
        OR other.loader_platforms && NEW.loader_platforms))
  THEN
    RAISE EXCEPTION 'the mod % has a version % for these loaders', NEW.mod_id, NEW.version
      USING ERRCODE = 'unique_violation', TABLE = 'mod_versions', CONSTRAINT = 'mod_versions_identity';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER mod_versions_identity_new AFTER INSERT ON mod_versions FOR EACH ROW
  EXECUTE FUNCTION forbid_duplicate_version();

CREATE TRIGGER mod_versions_identity_changed AFTER UPDATE OF version, loader_platforms ON mod_versions
  FOR EACH ROW
  WHEN (OLD.version <> NEW.version OR OLD.loader_platforms <> NEW.loader_platforms)
  EXECUTE FUNCTION forbid_duplicate_version();

-- The trigger is there before the index goes: at no moment are duplicates possible.
DROP INDEX "mod_versions_mod_id_version_key";
