-- CreateTable
CREATE TABLE "search_synonyms" (
    "id" UUID NOT NULL,
    "game_id" UUID,
    "terms" TEXT[],
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "search_synonyms_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "search_synonyms_created_at_id_idx" ON "search_synonyms"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "search_synonyms_game_id_idx" ON "search_synonyms"("game_id");

-- AddForeignKey
ALTER TABLE "search_synonyms" ADD CONSTRAINT "search_synonyms_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
