-- AlterTable
ALTER TABLE "app_grants" ADD COLUMN     "aal2_scopes" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "credentials" ADD COLUMN     "aal2_scopes" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- An operator granted these under AAL2. No row says so of other credentials and approvals.
UPDATE "credentials" SET "aal2_scopes" = "scopes" WHERE "aal2_at" IS NOT NULL;
