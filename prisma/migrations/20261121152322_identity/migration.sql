-- Identity: applications and their grants, what the OAuth issuer keeps, browser sessions, second
-- factors, and an audit log that tells how a write ended.

-- CreateEnum
CREATE TYPE "AuditOutcome" AS ENUM ('done', 'refused');

-- DropIndex
DROP INDEX "apps_owner_id_idx";

-- DropIndex
DROP INDEX "credentials_user_id_created_at_idx";

-- DropIndex
DROP INDEX "team_members_user_id_idx";

-- AlterTable
ALTER TABLE "app_grants" ADD COLUMN     "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id();

-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "approved_scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),
ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "review_note" TEXT,
ADD COLUMN     "reviewed_at" TIMESTAMPTZ(3),
ADD COLUMN     "reviewed_by_id" UUID,
ADD COLUMN     "secret_at" TIMESTAMPTZ(3),
ADD COLUMN     "secret_hint" TEXT;

-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),
ADD COLUMN     "code" TEXT,
ADD COLUMN     "credential_kind" TEXT,
ADD COLUMN     "outcome" "AuditOutcome" NOT NULL DEFAULT 'done',
ALTER COLUMN "target_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "credentials" ADD COLUMN     "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),
ADD COLUMN     "limited" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "retires_at" TIMESTAMPTZ(3),
ADD COLUMN     "sealed_secret" BYTEA;

-- AlterTable
ALTER TABLE "team_members" ADD COLUMN     "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id();

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "totp_last_step" BIGINT,
ADD COLUMN     "totp_secret" BYTEA;

-- CreateTable
CREATE TABLE "oauth_records" (
    "kind" TEXT NOT NULL,
    "id_hash" BYTEA NOT NULL,
    "payload" JSONB NOT NULL,
    "grant_id" TEXT,
    "user_code_hash" BYTEA,
    "user_id" UUID,
    "client_id" TEXT,
    "consumed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_records_pkey" PRIMARY KEY ("kind","id_hash")
);

-- CreateTable
CREATE TABLE "signing_keys" (
    "kid" TEXT NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "private_jwk" BYTEA NOT NULL,
    "signs_from" TIMESTAMPTZ(3) NOT NULL,
    "published_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "web_sessions" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "aal2_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "web_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "guess_counts" (
    "key" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "guess_counts_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "oauth_records_grant_id_idx" ON "oauth_records"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_records_user_id_client_id_idx" ON "oauth_records"("user_id", "client_id");

-- CreateIndex
CREATE INDEX "oauth_records_client_id_idx" ON "oauth_records"("client_id");

-- CreateIndex
CREATE INDEX "oauth_records_expires_at_idx" ON "oauth_records"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_records_kind_user_code_hash_key" ON "oauth_records"("kind", "user_code_hash");

-- CreateIndex
CREATE INDEX "signing_keys_signs_from_idx" ON "signing_keys"("signs_from");

-- CreateIndex
CREATE UNIQUE INDEX "web_sessions_token_hash_key" ON "web_sessions"("token_hash");

-- CreateIndex
CREATE INDEX "web_sessions_user_id_created_at_idx" ON "web_sessions"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "web_sessions_expires_at_idx" ON "web_sessions"("expires_at");

-- CreateIndex
CREATE INDEX "guess_counts_expires_at_idx" ON "guess_counts"("expires_at");

-- CreateIndex
CREATE INDEX "app_grants_user_id_created_at_id_idx" ON "app_grants"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "apps_owner_id_created_at_id_idx" ON "apps"("owner_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "apps_review_created_at_id_idx" ON "apps"("review", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_at_id_idx" ON "audit_entries"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "credentials_user_id_created_at_id_idx" ON "credentials"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "team_members_team_id_created_at_user_id_idx" ON "team_members"("team_id", "created_at", "user_id");

-- CreateIndex
CREATE INDEX "team_members_user_id_created_at_team_id_idx" ON "team_members"("user_id", "created_at", "team_id");

-- AddForeignKey
ALTER TABLE "app_grants" ADD CONSTRAINT "app_grants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "web_sessions" ADD CONSTRAINT "web_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A credential that named mods was limited to them; one that named none reached all.
UPDATE "credentials" SET "limited" = true WHERE cardinality("mod_ids") > 0;

-- An account has one account key at a time.
CREATE UNIQUE INDEX "credentials_account_key_key" ON "credentials"("user_id")
WHERE "kind" = 'account_key' AND "revoked_at" IS NULL;
