type Changed = { readonly currentTarget: HTMLInputElement };

/** What a field of a text needs that is one member of a draft. */
export const textOf = <Draft, Member extends keyof Draft>(
  draft: Draft & Readonly<Record<Member, string>>,
  member: Member,
  onChange: (draft: Draft) => void,
) => ({
  value: draft[member] as string,
  autoComplete: 'off',
  spellCheck: false,
  onChange: ({ currentTarget }: Changed) => onChange({ ...draft, [member]: currentTarget.value }),
});
