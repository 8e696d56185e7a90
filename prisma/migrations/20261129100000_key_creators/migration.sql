-- The tokens and keys with which a key ends. Earlier keys have none, because their creators are not known.
ALTER TABLE "credentials" ADD COLUMN     "creator_ids" UUID[] DEFAULT ARRAY[]::UUID[];

-- A successor also ends with the creators of its predecessor, and the keys that the predecessor created end with the successor.
-- A trigger, because the previous release rotates keys too.
CREATE FUNCTION "inherit_creators"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.creator_ids := ARRAY(
    SELECT unnest(creator_ids) FROM credentials WHERE id = NEW.rotated_from_id
    UNION SELECT unnest(NEW.creator_ids));
  UPDATE credentials SET creator_ids = array_replace(creator_ids, NEW.rotated_from_id, NEW.id)
  WHERE user_id = NEW.user_id AND NEW.rotated_from_id = ANY (creator_ids);
  RETURN NEW;
END $$;

CREATE TRIGGER "credentials_inherit_creators" BEFORE INSERT ON "credentials"
  FOR EACH ROW WHEN (NEW."rotated_from_id" IS NOT NULL)
  EXECUTE FUNCTION "inherit_creators"();
