import type { Company, CompanyCorrection } from './api';

/** What the owner of a company may correct. */
export const companyFields = ['company_name', 'industry', 'description'] as const;

export type CompanyField = (typeof companyFields)[number];

/** The server takes no longer ones. */
export const longestCompanyText = { company_name: 120, industry: 120, description: 2000 } satisfies Record<CompanyField, number>;

/** A company in the words of its owner, or of its website. */
export type CompanyText = Record<CompanyField, string>;

export function companyTextOf({ company_name, industry, description }: Company): CompanyText {
  return { company_name, industry: industry ?? '', description: description ?? '' };
}

/** What of the written differs from what is kept; nothing if it is all the same. */
export function correctionOf(company: Company, written: CompanyText): CompanyCorrection | undefined {
  const kept = companyTextOf(company);
  const changed = companyFields.filter((field) => written[field].trim() !== kept[field]);
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((field) => [field, written[field].trim()]));
}

/** What the website says, where that is something else than what is written. Its silence proposes nothing. */
export function proposalsOf(siteSays: CompanyText, written: CompanyText): { field: CompanyField; text: string }[] {
  return companyFields
    .filter((field) => siteSays[field].trim() !== '' && siteSays[field].trim() !== written[field].trim())
    .map((field) => ({ field, text: siteSays[field].trim() }));
}
