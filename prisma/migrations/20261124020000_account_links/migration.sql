-- CreateEnum
CREATE TYPE "AccountLinkPurpose" AS ENUM ('verify_email', 'reset_password');

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "unverified_email" TEXT,
ADD COLUMN     "username_skeleton" TEXT;

-- The same as `skeletonOf` in src/modules/identity/accounts/usernames.ts. Of accounts whose names look alike, the
-- oldest has the skeleton.
UPDATE "users" u SET "username_skeleton" = s."skeleton"
FROM (
  SELECT DISTINCT ON ("skeleton") "skeleton", "id" FROM (
    SELECT "id", "created_at",
      replace(replace(translate(lower("username"), '01i_-', 'oll'), 'rn', 'm'), 'vv', 'w') AS "skeleton"
    FROM "users"
  ) named
  ORDER BY "skeleton", "created_at", "id"
) s
WHERE u."id" = s."id";

-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "address" TEXT,
ADD COLUMN     "link_id" UUID;

-- CreateTable
CREATE TABLE "account_links" (
    "id" UUID NOT NULL,
    "purpose" "AccountLinkPurpose" NOT NULL,
    "user_id" UUID,
    "address" TEXT NOT NULL,
    "token_hashes" BYTEA[] DEFAULT ARRAY[]::BYTEA[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "account_links_user_id_idx" ON "account_links"("user_id");

-- CreateIndex
CREATE INDEX "account_links_expires_at_idx" ON "account_links"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "users_username_skeleton_key" ON "users"("username_skeleton");

-- CreateIndex
CREATE INDEX "mails_link_id_idx" ON "mails"("link_id");

-- AddForeignKey
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "account_links"("id") ON DELETE SET NULL ON UPDATE CASCADE;
