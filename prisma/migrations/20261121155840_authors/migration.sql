-- CreateIndex
CREATE INDEX "mods_author_id_idx" ON "mods"("author_id");
