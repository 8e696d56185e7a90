-- Compounds have other keys than words. A term with the keys of the previous release keeps them until an entry with it is written.
ALTER TABLE "search_terms" ADD COLUMN "is_compound" BOOLEAN;
