-- AlterTable
ALTER TABLE "upload_sessions" ADD COLUMN     "queued_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),
ADD COLUMN     "review_held_until" TIMESTAMPTZ(3),
ADD COLUMN     "review_holder_id" UUID,
ADD COLUMN     "review_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "review_notes" (
    "id" UUID NOT NULL,
    "upload_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_notes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "review_notes_upload_id_created_at_id_idx" ON "review_notes"("upload_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "upload_sessions_review_state_review_since_id_idx" ON "upload_sessions"("review_state", "review_since", "id");

-- AddForeignKey
ALTER TABLE "review_notes" ADD CONSTRAINT "review_notes_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "upload_sessions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_notes" ADD CONSTRAINT "review_notes_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Who came under review before is in the queue since its scan ended.
UPDATE upload_sessions SET review_since = coalesce(updated_at, created_at)
WHERE review_state <> 'none' AND review_since IS NULL;

-- An upload that comes under review was not in the queue before, however old it is.
CREATE FUNCTION note_queueing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.queued_in := pg_current_xact_id();
  RETURN NEW;
END $$;

CREATE TRIGGER upload_sessions_queued BEFORE UPDATE OF review_state ON upload_sessions FOR EACH ROW
  WHEN (NEW.review_state = 'pending' AND OLD.review_state <> 'pending') EXECUTE FUNCTION note_queueing();

CREATE TRIGGER review_notes_fixed BEFORE UPDATE OR DELETE ON review_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
