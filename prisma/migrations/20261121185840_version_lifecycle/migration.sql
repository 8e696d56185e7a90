-- AlterTable
ALTER TABLE "mod_versions" ADD COLUMN     "taken_down_at" TIMESTAMPTZ(3);

-- What was first published of a version, and which bytes a file was ever bound to, is only added.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % never change', TG_TABLE_NAME;
END $$;

CREATE TRIGGER version_publications_fixed BEFORE UPDATE OR DELETE ON version_publications
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER blob_bindings_fixed BEFORE UPDATE OR DELETE ON blob_bindings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
