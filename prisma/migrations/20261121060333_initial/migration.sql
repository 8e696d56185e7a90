-- Trigram search over titles, for typos.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateEnum
CREATE TYPE "UserState" AS ENUM ('active', 'blocked', 'deleted');

-- CreateEnum
CREATE TYPE "PlatformRole" AS ENUM ('user', 'moderator', 'admin');

-- CreateEnum
CREATE TYPE "CredentialKind" AS ENUM ('pat', 'api_key', 'account_key');

-- CreateEnum
CREATE TYPE "AppKind" AS ENUM ('public', 'confidential');

-- CreateEnum
CREATE TYPE "AppReview" AS ENUM ('none', 'pending', 'approved', 'rejected');

-- CreateEnum
CREATE TYPE "TeamState" AS ENUM ('active', 'deleted');

-- CreateEnum
CREATE TYPE "TeamRole" AS ENUM ('owner', 'maintainer', 'publisher', 'reviewer');

-- CreateEnum
CREATE TYPE "EntitlementKind" AS ENUM ('subscriber', 'mod', 'artifact');

-- CreateEnum
CREATE TYPE "GameState" AS ENUM ('active', 'archived', 'deleted');

-- CreateEnum
CREATE TYPE "ModState" AS ENUM ('draft', 'published', 'hidden', 'archived', 'deleted');

-- CreateEnum
CREATE TYPE "AccessTier" AS ENUM ('public', 'authenticated', 'paid', 'restricted');

-- CreateEnum
CREATE TYPE "RankKind" AS ENUM ('downloads', 'trending');

-- CreateEnum
CREATE TYPE "VersionState" AS ENUM ('draft', 'validating', 'scanning', 'ready', 'published', 'archived', 'withdrawn', 'failed', 'deleted');

-- CreateEnum
CREATE TYPE "ReleaseChannel" AS ENUM ('release', 'beta', 'alpha');

-- CreateEnum
CREATE TYPE "DependencyKind" AS ENUM ('required', 'optional', 'conflict', 'embedded');

-- CreateEnum
CREATE TYPE "DependencyState" AS ENUM ('active', 'removed');

-- CreateEnum
CREATE TYPE "MediaKind" AS ENUM ('cover', 'gallery', 'fallback_cover');

-- CreateEnum
CREATE TYPE "MediaManager" AS ENUM ('uploader', 'importer', 'service');

-- CreateEnum
CREATE TYPE "ArtifactState" AS ENUM ('pending', 'ready', 'published', 'archived', 'withdrawn', 'rejected', 'deleted');

-- CreateEnum
CREATE TYPE "ArtifactSource" AS ENUM ('rehosted_blob', 'external_provider_reference');

-- CreateEnum
CREATE TYPE "ScanStatus" AS ENUM ('pending', 'queued', 'scanning', 'clean', 'quarantined', 'rejected', 'failed', 'skipped');

-- CreateEnum
CREATE TYPE "FileKind" AS ENUM ('main', 'optional');

-- CreateEnum
CREATE TYPE "BlobState" AS ENUM ('sealed', 'unsafe', 'deleted');

-- CreateEnum
CREATE TYPE "ReferenceState" AS ENUM ('pending', 'verified', 'stale', 'withdrawn', 'failed');

-- CreateEnum
CREATE TYPE "UploadState" AS ENUM ('draft', 'uploading', 'uploaded', 'validating', 'scanning', 'quarantined', 'ready', 'published', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "UploadStrategy" AS ENUM ('single', 'multipart');

-- CreateEnum
CREATE TYPE "ReviewState" AS ENUM ('none', 'pending', 'approved', 'rejected');

-- CreateEnum
CREATE TYPE "GrantState" AS ENUM ('active', 'completed', 'expired', 'revoked');

-- CreateEnum
CREATE TYPE "JobState" AS ENUM ('queued', 'processing', 'succeeded', 'rejected', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "IdempotencyState" AS ENUM ('running', 'done');

-- CreateEnum
CREATE TYPE "WebhookState" AS ENUM ('active', 'disabled', 'deleted');

-- CreateEnum
CREATE TYPE "DeliveryState" AS ENUM ('pending', 'delivering', 'succeeded', 'retrying', 'exhausted', 'cancelled');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "username" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "email" TEXT,
    "password_hash" TEXT,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "profile_open" BOOLEAN NOT NULL DEFAULT true,
    "role" "PlatformRole" NOT NULL DEFAULT 'user',
    "state" "UserState" NOT NULL DEFAULT 'active',
    "access_revision" INTEGER NOT NULL DEFAULT 1,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credentials" (
    "id" UUID NOT NULL,
    "kind" "CredentialKind" NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "mod_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "aal2_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "rotated_from_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "apps" (
    "id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "kind" "AppKind" NOT NULL,
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "redirect_uris" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "review" "AppReview" NOT NULL DEFAULT 'none',
    "secret_hash" BYTEA,
    "disabled_at" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "apps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_grants" (
    "id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "teams" (
    "id" UUID NOT NULL,
    "state" "TeamState" NOT NULL DEFAULT 'active',
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_members" (
    "team_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "TeamRole" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_members_pkey" PRIMARY KEY ("team_id","user_id")
);

-- CreateTable
CREATE TABLE "entitlements" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "EntitlementKind" NOT NULL,
    "resource_id" UUID,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entitlements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "games" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "loaders" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "versions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "platforms" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "state" "GameState" NOT NULL DEFAULT 'active',
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "games_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "categories" (
    "id" UUID NOT NULL,
    "game_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mods" (
    "id" UUID NOT NULL,
    "game_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "localized_slugs" JSONB NOT NULL DEFAULT '{}',
    "title" JSONB NOT NULL,
    "summary" JSONB NOT NULL,
    "description" JSONB NOT NULL,
    "license" TEXT,
    "homepage_url" TEXT,
    "source_url" TEXT,
    "access_tier" "AccessTier" NOT NULL DEFAULT 'public',
    "fallback_allowed" BOOLEAN NOT NULL DEFAULT true,
    "state" "ModState" NOT NULL DEFAULT 'draft',
    "cover_id" UUID,
    "latest_version_id" UUID,
    "downloads_count" BIGINT NOT NULL DEFAULT 0,
    "trending_score" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "snapshot" JSONB NOT NULL DEFAULT '{}',
    "snapshot_revision" INTEGER NOT NULL DEFAULT 1,
    "facets" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "mods_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mod_categories" (
    "mod_id" UUID NOT NULL,
    "category_id" UUID NOT NULL,

    CONSTRAINT "mod_categories_pkey" PRIMARY KEY ("mod_id","category_id")
);

-- CreateTable
CREATE TABLE "mod_publications" (
    "mod_id" UUID NOT NULL,
    "game_id" UUID NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "mod_publications_pkey" PRIMARY KEY ("mod_id","published_at")
);

-- CreateTable
CREATE TABLE "rank_generations" (
    "id" SERIAL NOT NULL,
    "frozen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rank_generations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mod_ranks" (
    "generation" INTEGER NOT NULL,
    "kind" "RankKind" NOT NULL,
    "mod_id" UUID NOT NULL,
    "game_id" UUID NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "mod_ranks_pkey" PRIMARY KEY ("generation","kind","mod_id")
);

-- CreateTable
CREATE TABLE "search_documents" (
    "mod_id" UUID NOT NULL,
    "game_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "body" tsvector NOT NULL,
    "facets" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "popularity" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "indexed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "search_documents_pkey" PRIMARY KEY ("mod_id")
);

-- CreateTable
CREATE TABLE "mod_versions" (
    "id" UUID NOT NULL,
    "mod_id" UUID NOT NULL,
    "version" TEXT NOT NULL,
    "changelog" JSONB NOT NULL DEFAULT '{}',
    "release_channel" "ReleaseChannel" NOT NULL DEFAULT 'release',
    "file_category" TEXT NOT NULL DEFAULT 'main',
    "game_versions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "loader_platforms" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "requirements" JSONB NOT NULL DEFAULT '{}',
    "build_metadata" JSONB NOT NULL DEFAULT '{}',
    "state" "VersionState" NOT NULL DEFAULT 'draft',
    "lifecycle_version" INTEGER NOT NULL DEFAULT 1,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "primary_artifact_id" UUID,
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "mod_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "version_publications" (
    "version_id" UUID NOT NULL,
    "document" JSONB NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "version_publications_pkey" PRIMARY KEY ("version_id")
);

-- CreateTable
CREATE TABLE "dependencies" (
    "id" UUID NOT NULL,
    "mod_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "kind" "DependencyKind" NOT NULL,
    "target_mod_id" UUID NOT NULL,
    "version_constraint" TEXT,
    "target_version_id" UUID,
    "target_artifact_id" UUID,
    "note" TEXT,
    "state" "DependencyState" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dependencies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "media" (
    "id" UUID NOT NULL,
    "mod_id" UUID NOT NULL,
    "kind" "MediaKind" NOT NULL,
    "managed_by" "MediaManager" NOT NULL,
    "storage_key" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "alt" JSONB NOT NULL DEFAULT '{}',
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "artifacts" (
    "id" UUID NOT NULL,
    "mod_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "file_kind" "FileKind" NOT NULL,
    "file_version" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "original_filename" TEXT,
    "content_type" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "sha256" CHAR(64),
    "source" "ArtifactSource" NOT NULL DEFAULT 'rehosted_blob',
    "state" "ArtifactState" NOT NULL DEFAULT 'pending',
    "scan_status" "ScanStatus" NOT NULL DEFAULT 'pending',
    "blob_id" UUID,
    "upload_id" UUID,
    "platforms" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "downloads_count" BIGINT NOT NULL DEFAULT 0,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "artifacts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "blobs" (
    "id" UUID NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "content_type" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "etag" TEXT NOT NULL,
    "state" "BlobState" NOT NULL DEFAULT 'sealed',
    "scan_engine" TEXT,
    "scan_signatures" TEXT,
    "scanned_at" TIMESTAMPTZ(3),
    "mirrored_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "blob_bindings" (
    "id" UUID NOT NULL,
    "artifact_id" UUID NOT NULL,
    "blob_id" UUID NOT NULL,
    "upload_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blob_bindings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "external_references" (
    "id" UUID NOT NULL,
    "artifact_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "locator" JSONB NOT NULL,
    "locator_key" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "hashes" JSONB NOT NULL,
    "state" "ReferenceState" NOT NULL DEFAULT 'pending',
    "attestation" JSONB,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "attested_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "external_references_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upload_sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "mod_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "artifact_id" UUID NOT NULL,
    "strategy" "UploadStrategy" NOT NULL,
    "state" "UploadState" NOT NULL DEFAULT 'draft',
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "expected_sha256" CHAR(64) NOT NULL,
    "expected_sha512" CHAR(128),
    "expected_sha1" CHAR(40),
    "file_kind" "FileKind" NOT NULL,
    "label" TEXT NOT NULL,
    "archive_manifest" JSONB,
    "build_metadata" JSONB NOT NULL DEFAULT '{}',
    "staging_key" TEXT NOT NULL,
    "multipart_id" TEXT,
    "part_size_bytes" INTEGER,
    "total_parts" INTEGER NOT NULL DEFAULT 1,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "expired" BOOLEAN NOT NULL DEFAULT false,
    "job_id" UUID,
    "failure_code" TEXT,
    "failure_detail" TEXT,
    "final_blob_id" UUID,
    "review_state" "ReviewState" NOT NULL DEFAULT 'none',
    "review_reasons" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "reviewed_by_id" UUID,
    "reviewed_at" TIMESTAMPTZ(3),
    "inspection" JSONB,
    "correlation_id" TEXT NOT NULL,
    "cleanup_after" TIMESTAMPTZ(3),
    "cleaned_at" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "upload_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "download_grants" (
    "id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "artifact_id" UUID NOT NULL,
    "blob_id" UUID NOT NULL,
    "actor" TEXT NOT NULL,
    "client_id" TEXT,
    "state" "GrantState" NOT NULL DEFAULT 'active',
    "size_bytes" BIGINT NOT NULL,
    "bytes_received" BIGINT NOT NULL DEFAULT 0,
    "provider" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "download_grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "jobs" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "state" "JobState" NOT NULL DEFAULT 'queued',
    "dedupe_key" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "max_attempts" INTEGER NOT NULL,
    "run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "terminal_reason" TEXT,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_events" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "mod_id" UUID,
    "user_id" UUID,
    "data" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "actor_id" UUID,
    "credential_id" UUID,
    "target_kind" TEXT NOT NULL,
    "target_id" UUID NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "request_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "actor" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" CHAR(64) NOT NULL,
    "state" "IdempotencyState" NOT NULL DEFAULT 'running',
    "status" INTEGER,
    "headers" JSONB,
    "body" JSONB,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("actor","operation","key")
);

-- CreateTable
CREATE TABLE "tombstones" (
    "id" UUID NOT NULL,
    "entity" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tombstones_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "server_keys" (
    "purpose" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "server_keys_pkey" PRIMARY KEY ("purpose")
);

-- CreateTable
CREATE TABLE "webhook_subscriptions" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "event_kinds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "description" TEXT,
    "state" "WebhookState" NOT NULL DEFAULT 'active',
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_until" TIMESTAMPTZ(3),
    "exhausted_in_a_row" INTEGER NOT NULL DEFAULT 0,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "redelivery_of_id" UUID,
    "state" "DeliveryState" NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "last_status" INTEGER,
    "last_latency_ms" INTEGER,
    "last_snippet" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_username_key" ON "users"("username");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "credentials_key_id_key" ON "credentials"("key_id");

-- CreateIndex
CREATE INDEX "credentials_user_id_created_at_idx" ON "credentials"("user_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "apps_client_id_key" ON "apps"("client_id");

-- CreateIndex
CREATE INDEX "apps_owner_id_idx" ON "apps"("owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "app_grants_app_id_user_id_key" ON "app_grants"("app_id", "user_id");

-- CreateIndex
CREATE INDEX "team_members_user_id_idx" ON "team_members"("user_id");

-- CreateIndex
CREATE INDEX "entitlements_user_id_kind_resource_id_idx" ON "entitlements"("user_id", "kind", "resource_id");

-- CreateIndex
CREATE UNIQUE INDEX "games_slug_key" ON "games"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "categories_game_id_slug_key" ON "categories"("game_id", "slug");

-- CreateIndex
CREATE INDEX "mods_facets_idx" ON "mods" USING GIN ("facets");

-- CreateIndex
CREATE UNIQUE INDEX "mods_game_id_slug_key" ON "mods"("game_id", "slug");

-- CreateIndex
CREATE INDEX "mod_categories_category_id_idx" ON "mod_categories"("category_id");

-- CreateIndex
CREATE INDEX "mod_publications_published_at_mod_id_idx" ON "mod_publications"("published_at" DESC, "mod_id" DESC);

-- CreateIndex
CREATE INDEX "mod_publications_game_id_published_at_mod_id_idx" ON "mod_publications"("game_id", "published_at" DESC, "mod_id" DESC);

-- CreateIndex
CREATE INDEX "mod_publications_closed_at_idx" ON "mod_publications"("closed_at");

-- CreateIndex
CREATE INDEX "mod_ranks_generation_kind_value_mod_id_idx" ON "mod_ranks"("generation", "kind", "value" DESC, "mod_id" DESC);

-- CreateIndex
CREATE INDEX "mod_ranks_generation_kind_game_id_value_mod_id_idx" ON "mod_ranks"("generation", "kind", "game_id", "value" DESC, "mod_id" DESC);

-- CreateIndex
CREATE INDEX "search_documents_body_idx" ON "search_documents" USING GIN ("body");

-- CreateIndex
CREATE INDEX "search_documents_title_idx" ON "search_documents" USING GIN ("title" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "mod_versions_mod_id_published_at_id_idx" ON "mod_versions"("mod_id", "published_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "mod_versions_mod_id_created_at_id_idx" ON "mod_versions"("mod_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "mod_versions_mod_id_version_key" ON "mod_versions"("mod_id", "version");

-- CreateIndex
CREATE INDEX "dependencies_version_id_state_idx" ON "dependencies"("version_id", "state");

-- CreateIndex
CREATE INDEX "dependencies_mod_id_state_id_idx" ON "dependencies"("mod_id", "state", "id");

-- CreateIndex
CREATE INDEX "dependencies_target_mod_id_idx" ON "dependencies"("target_mod_id");

-- CreateIndex
CREATE INDEX "media_mod_id_position_id_idx" ON "media"("mod_id", "position", "id");

-- CreateIndex
CREATE INDEX "artifacts_version_id_created_at_id_idx" ON "artifacts"("version_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "artifacts_mod_id_idx" ON "artifacts"("mod_id");

-- CreateIndex
CREATE INDEX "artifacts_blob_id_idx" ON "artifacts"("blob_id");

-- CreateIndex
CREATE INDEX "artifacts_sha256_idx" ON "artifacts"("sha256");

-- CreateIndex
CREATE UNIQUE INDEX "blobs_sha256_key" ON "blobs"("sha256");

-- CreateIndex
CREATE UNIQUE INDEX "blobs_storage_key_key" ON "blobs"("storage_key");

-- CreateIndex
CREATE INDEX "blob_bindings_artifact_id_created_at_idx" ON "blob_bindings"("artifact_id", "created_at");

-- CreateIndex
CREATE INDEX "blob_bindings_blob_id_idx" ON "blob_bindings"("blob_id");

-- CreateIndex
CREATE UNIQUE INDEX "external_references_artifact_id_key" ON "external_references"("artifact_id");

-- CreateIndex
CREATE UNIQUE INDEX "external_references_locator_key_key" ON "external_references"("locator_key");

-- CreateIndex
CREATE UNIQUE INDEX "upload_sessions_staging_key_key" ON "upload_sessions"("staging_key");

-- CreateIndex
CREATE INDEX "upload_sessions_user_id_created_at_idx" ON "upload_sessions"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "upload_sessions_version_id_created_at_idx" ON "upload_sessions"("version_id", "created_at");

-- CreateIndex
CREATE INDEX "upload_sessions_state_expires_at_idx" ON "upload_sessions"("state", "expires_at");

-- CreateIndex
CREATE INDEX "upload_sessions_cleanup_after_idx" ON "upload_sessions"("cleanup_after");

-- CreateIndex
CREATE UNIQUE INDEX "download_grants_job_id_key" ON "download_grants"("job_id");

-- CreateIndex
CREATE UNIQUE INDEX "download_grants_session_id_key" ON "download_grants"("session_id");

-- CreateIndex
CREATE INDEX "download_grants_actor_artifact_id_created_at_idx" ON "download_grants"("actor", "artifact_id", "created_at");

-- CreateIndex
CREATE INDEX "download_grants_state_expires_at_idx" ON "download_grants"("state", "expires_at");

-- CreateIndex
CREATE INDEX "download_grants_artifact_id_created_at_idx" ON "download_grants"("artifact_id", "created_at");

-- CreateIndex
CREATE INDEX "jobs_state_run_at_idx" ON "jobs"("state", "run_at");

-- CreateIndex
CREATE INDEX "jobs_kind_dedupe_key_idx" ON "jobs"("kind", "dedupe_key");

-- CreateIndex
CREATE INDEX "outbox_events_occurred_at_id_idx" ON "outbox_events"("occurred_at", "id");

-- CreateIndex
CREATE INDEX "outbox_events_kind_subject_id_idx" ON "outbox_events"("kind", "subject_id");

-- CreateIndex
CREATE INDEX "audit_entries_target_id_at_idx" ON "audit_entries"("target_id", "at");

-- CreateIndex
CREATE INDEX "audit_entries_actor_id_at_idx" ON "audit_entries"("actor_id", "at");

-- CreateIndex
CREATE INDEX "idempotency_records_expires_at_idx" ON "idempotency_records"("expires_at");

-- CreateIndex
CREATE INDEX "webhook_subscriptions_owner_id_created_at_idx" ON "webhook_subscriptions"("owner_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_subscription_id_created_at_idx" ON "webhook_deliveries"("subscription_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_state_next_attempt_at_idx" ON "webhook_deliveries"("state", "next_attempt_at");

-- AddForeignKey
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "apps" ADD CONSTRAINT "apps_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "app_grants" ADD CONSTRAINT "app_grants_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "categories" ADD CONSTRAINT "categories_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mods" ADD CONSTRAINT "mods_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mods" ADD CONSTRAINT "mods_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mods" ADD CONSTRAINT "mods_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mod_categories" ADD CONSTRAINT "mod_categories_mod_id_fkey" FOREIGN KEY ("mod_id") REFERENCES "mods"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mod_categories" ADD CONSTRAINT "mod_categories_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mod_publications" ADD CONSTRAINT "mod_publications_mod_id_fkey" FOREIGN KEY ("mod_id") REFERENCES "mods"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mod_versions" ADD CONSTRAINT "mod_versions_mod_id_fkey" FOREIGN KEY ("mod_id") REFERENCES "mods"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "version_publications" ADD CONSTRAINT "version_publications_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "mod_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dependencies" ADD CONSTRAINT "dependencies_mod_id_fkey" FOREIGN KEY ("mod_id") REFERENCES "mods"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dependencies" ADD CONSTRAINT "dependencies_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "mod_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media" ADD CONSTRAINT "media_mod_id_fkey" FOREIGN KEY ("mod_id") REFERENCES "mods"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_mod_id_fkey" FOREIGN KEY ("mod_id") REFERENCES "mods"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "mod_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_blob_id_fkey" FOREIGN KEY ("blob_id") REFERENCES "blobs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blob_bindings" ADD CONSTRAINT "blob_bindings_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifacts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blob_bindings" ADD CONSTRAINT "blob_bindings_blob_id_fkey" FOREIGN KEY ("blob_id") REFERENCES "blobs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "external_references" ADD CONSTRAINT "external_references_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifacts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_sessions" ADD CONSTRAINT "upload_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_sessions" ADD CONSTRAINT "upload_sessions_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "mod_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "download_grants" ADD CONSTRAINT "download_grants_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifacts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "webhook_subscriptions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "outbox_events"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
