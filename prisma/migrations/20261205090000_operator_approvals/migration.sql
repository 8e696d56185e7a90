-- When an operator approved an application. Approved scopes of earlier ones stay, as after a review.
ALTER TABLE "apps" ADD COLUMN     "operator_approved_at" TIMESTAMPTZ(3);

-- Only an operator could approve an application without approving scopes.
UPDATE "apps" SET "operator_approved_at" = coalesce("reviewed_at", "created_at")
WHERE "review" = 'approved' AND "approved_scopes" = '{}' AND "deleted_at" IS NULL;

-- The operator has not seen another name or a new redirect URI. A trigger, because the previous release changes them too.
CREATE FUNCTION "end_operator_approval"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.operator_approved_at := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER "apps_end_operator_approval" BEFORE UPDATE ON "apps" FOR EACH ROW
  WHEN (OLD."operator_approved_at" IS NOT NULL
    AND (NEW."name" <> OLD."name" OR NOT NEW."redirect_uris" <@ OLD."redirect_uris"))
  EXECUTE FUNCTION "end_operator_approval"();
