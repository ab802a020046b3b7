/** As if a link to it had been clicked. */
export function followLink(address: string, isPage: boolean): void {
  const link = document.createElement('a');
  link.href = address;
  if (isPage) Object.assign(link, { target: '_blank', rel: 'noopener' });
  else link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
