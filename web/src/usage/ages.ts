/** By how old imagery is, and all of it together. */
export const ages = ['fresh', 'standard', 'training', 'total'] as const;
export type Age = (typeof ages)[number];

export const ageNames: Readonly<Record<Age, string>> = {
  fresh: 'Fresh, up to 90 days old',
  standard: 'Standard, up to 3 years old',
  training: 'Training, older',
  total: 'All imagery',
};
