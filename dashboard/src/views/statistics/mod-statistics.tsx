import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { Head } from '../../kit/head';
import { NumbersView } from './numbers-view';
import { Period } from './period';
import { readOfMod } from './statistics-api';

/** Reads the numbers of the mod. */
export const loader = ({ params, request }: LoaderFunctionArgs) =>
  readOfMod(params['modId'] ?? '', request);

/** The downloads and checks of one mod in the period that the user chooses. */
export function Component() {
  const numbers = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  return (
    <>
      <Head title={t('statistics.title')} lead={t('statistics.lead')} action={<Period />} />
      <NumbersView numbers={numbers} />
    </>
  );
}
