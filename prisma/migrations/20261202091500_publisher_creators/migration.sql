-- A trusted publisher is removed with the token, key or application that created it. Earlier creators are not known.
ALTER TABLE "trusted_publishers" ADD COLUMN     "client_id" TEXT,
ADD COLUMN     "credential_id" UUID;

-- CreateIndex
CREATE INDEX "trusted_publishers_credential_id_idx" ON "trusted_publishers"("credential_id");

-- AddForeignKey
ALTER TABLE "trusted_publishers" ADD CONSTRAINT "trusted_publishers_credential_id_fkey" FOREIGN KEY ("credential_id") REFERENCES "credentials"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The trusted publishers of a key end with its successor. A trigger, because the previous release rotates keys too. It runs
-- after the insert, because the foreign key needs the row of the successor.
CREATE FUNCTION "pass_on_publishers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE trusted_publishers SET credential_id = NEW.id
  WHERE credential_id = NEW.rotated_from_id AND removed_at IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER "credentials_pass_on_publishers" AFTER INSERT ON "credentials"
  FOR EACH ROW WHEN (NEW."rotated_from_id" IS NOT NULL)
  EXECUTE FUNCTION "pass_on_publishers"();
