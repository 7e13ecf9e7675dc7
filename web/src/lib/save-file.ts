/** Puts a file into the person's downloads. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Browsers have read the address by the time of the next task.
  setTimeout(() => URL.revokeObjectURL(address));
}
