"""Many games at once: played on all cores, counted, compared on the same deals.

``games`` plays one game from a table, a master seed and a number; ``pool`` has
it done by one process, several, or a cluster; ``tally`` and ``stats`` count;
``fired`` tells how often each rule of the file was used; ``paired`` compares
two tables on the same deals; ``luck`` tells what the deal decides.
"""
