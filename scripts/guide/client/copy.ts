/** Gives every piece of code a button that copies it. */
export function addCopyButtons(): void {
  for (const figure of document.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(figure, button));
    figure.append(button);
  }
}

async function copy(figure: HTMLElement, button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(figure.querySelector('code')?.textContent ?? '');
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), 2000);
}
