/* Lead on from an address of before: `places` by what follows its #, or the page as a whole. */
{
  const { places, page } = $where;
  const name = location.hash.slice(1).split(":")[0];
  const target = places[name] ?? page;
  if (target) {
    const [address, otherName] = target.split("#");
    const hash = otherName ? location.hash.replace(name, otherName) : location.hash;
    location.replace(address + location.search + hash);
  }
}
