/** Makes the ids of a page's headings, as GitHub does, so that the same links work in both places. */
export function slugger(): (title: string) => string {
  const used = new Map<string, number>();
  return (title) => {
    const slug = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}
