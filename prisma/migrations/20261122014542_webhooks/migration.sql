-- What happened before there were webhooks is nobody's to hear of.

-- DropIndex
DROP INDEX "webhook_deliveries_state_next_attempt_at_idx";

-- DropIndex
DROP INDEX "webhook_deliveries_subscription_id_created_at_idx";

-- DropIndex
DROP INDEX "webhook_subscriptions_owner_id_created_at_idx";

-- AlterTable
ALTER TABLE "outbox_events" ADD COLUMN     "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),
ADD COLUMN     "fanned_out_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),
ADD COLUMN     "first_of_event_id" UUID,
ADD COLUMN     "last_failure" TEXT,
ADD COLUMN     "owner_id" UUID NOT NULL;

-- AlterTable
ALTER TABLE "webhook_subscriptions" ADD COLUMN     "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),
ADD COLUMN     "client_id" TEXT,
ADD COLUMN     "limited" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "mod_ids" UUID[] DEFAULT ARRAY[]::UUID[],
ADD COLUMN     "since" pg_snapshot DEFAULT pg_current_snapshot();

-- CreateIndex
CREATE INDEX "outbox_events_fanned_out_at_occurred_at_id_idx" ON "outbox_events"("fanned_out_at", "occurred_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_owner_id_created_at_id_idx" ON "webhook_deliveries"("owner_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_subscription_id_created_at_id_idx" ON "webhook_deliveries"("subscription_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_subscription_id_next_attempt_at_idx" ON "webhook_deliveries"("subscription_id", "next_attempt_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_state_updated_at_idx" ON "webhook_deliveries"("state", "updated_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_event_id_idx" ON "webhook_deliveries"("event_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_subscription_id_first_of_event_id_key" ON "webhook_deliveries"("subscription_id", "first_of_event_id");

-- CreateIndex
CREATE INDEX "webhook_subscriptions_owner_id_created_at_id_idx" ON "webhook_subscriptions"("owner_id", "created_at" DESC, "id" DESC);

UPDATE "outbox_events" SET "fanned_out_at" = CURRENT_TIMESTAMP;
