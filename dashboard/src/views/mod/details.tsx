import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { Head } from '../../kit/head';
import { useKeptForm } from '../../kit/kept-form';
import { readCategories } from './categories';
import { DeleteMod } from './delete-mod';
import { DetailFields } from './detail-fields';
import { valuesOf } from './mod-data';
import { useMod } from './mod-layout';
import { saveMod } from './save-mod';
import { SavedForm } from './saved-form';
import { useSaving } from './use-saving';

/** Reads the categories of the mod's game. */
export const loader = ({ params, request: { signal } }: LoaderFunctionArgs) =>
  readCategories(params['modId'] ?? '', signal);

/**
 * The editor of a mod's texts and facts, read-only without the permission `metadata`. With the
 * permission `delete`, it also offers to delete the mod.
 */
export function Component() {
  const rights = useMod();
  const { mod, permissions } = rights;
  const categories = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const form = useKeptForm(`mod:${mod.id}`, { values: valuesOf(mod), etag: mod.etag });
  const saving = useSaving(form, (base, values) => saveMod(mod.id, base, values));
  const mayEdit = permissions.includes('metadata');
  return (
    <>
      <Head title={t('mod.details')} lead={mayEdit ? t('mod.detailsLead') : t('mod.readOnly')} />
      <SavedForm form={form} saving={saving} mayEdit={mayEdit}>
        <DetailFields form={form} categories={categories} disabled={!mayEdit} />
      </SavedForm>
      {permissions.includes('delete') && <DeleteMod {...rights} />}
    </>
  );
}
